-- What a user of Neovim sees: a mistake, its end, the meaning of a name, the layout. The data is $DATA, the program $PROGRAM.
vim.opt.runtimepath:append(vim.env.CONFIGURATION)
require("seedc").setup({ settings = { data = vim.env.DATA } })
vim.cmd("edit " .. vim.env.PROGRAM)

local function line(text)
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { text })
end
local function wait_for(done)
  assert(vim.wait(20000, done, 20), "the server does not answer")
end

wait_for(function() return #vim.diagnostic.get(0) > 0 end)
print(vim.diagnostic.get(0)[1].message)
line("R1: AND(drive_thru, quiet)")
wait_for(function() return #vim.diagnostic.get(0) == 0 end)
local at = vim.lsp.util.make_position_params()
at.position = { line = 1, character = 10 }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", at, 20000)) do
  print(answer.result.contents.value)
end
line("R1: AND(drive_thru,   quiet)")
local format = vim.lsp.buf.format or vim.lsp.buf.formatting_sync
format()
print(vim.api.nvim_buf_get_lines(0, 1, 2, false)[1])
vim.cmd("qa!")
