-- What a user of Neovim sees: a mistake, its end, the meaning of a name, lenses and the result of one.
vim.opt.runtimepath:append(vim.env.CONFIGURATION)
require("seedc").setup({ cmd = { vim.env.SEEDC, "lsp" }, settings = { data = vim.env.DATA } })
vim.cmd("edit " .. vim.env.PROGRAM)

local function wait_for(done)
  assert(vim.wait(20000, done, 20), "the server does not answer")
end
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000)) do
    return answer.result
  end
end

wait_for(function() return #vim.diagnostic.get(0) > 0 end)
print(vim.diagnostic.get(0)[1].message)
vim.api.nvim_buf_set_lines(0, 1, 2, false, { "R1: AND(drive_thru, quiet)" })
wait_for(function() return #vim.diagnostic.get(0) == 0 end)
local at = vim.lsp.util.make_position_params()
at.position = { line = 1, character = 10 }
print(ask("textDocument/hover", at).contents.value)

vim.lsp.codelens.refresh()
wait_for(function()
  local lenses = vim.lsp.codelens.get(0)
  return #lenses == 4 and vim.tbl_count(vim.tbl_filter(function(lens) return lens.command ~= nil end, lenses)) == 4
end)
local titles = {}
for _, lens in ipairs(vim.lsp.codelens.get(0)) do
  table.insert(titles, lens.command.title)
end
print("lenses: " .. table.concat(titles, " "))
local run = vim.lsp.codelens.get(0)[1].command
print("result: " .. ask("workspace/executeCommand", { command = run.command, arguments = run.arguments }).summary)
vim.cmd("qa!")
