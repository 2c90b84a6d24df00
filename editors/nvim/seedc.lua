-- Starts `seedc lsp` for `.req` files in Neovim: require("seedc").setup({ settings = { data = "cafes" } })
local M = {}

--- The nearest folder upward that has a seedc.toml, or that of the file.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local found = vim.fn.findfile("seedc.toml", folder .. ";")
  return found ~= "" and vim.fn.fnamemodify(found, ":p:h") or folder
end

local clients = {} -- by root, where Neovim itself does not keep them (before 0.8)

local function start(buffer, config)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  clients[config.root_dir] = clients[config.root_dir] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, clients[config.root_dir])
end

--- `cmd`: the command, `{ "seedc", "lsp" }` unless given; `settings`: the keys of seedc.toml.
function M.setup(options)
  options = options or {}
  vim.cmd("autocmd BufRead,BufNewFile *.req setfiletype seedc")
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "seedc",
    callback = function(event)
      vim.bo[event.buf].commentstring = "# %s"
      start(event.buf, {
        name = "seedc",
        cmd = options.cmd or { "seedc", "lsp" },
        root_dir = root_of(vim.api.nvim_buf_get_name(event.buf)),
        init_options = options.settings or vim.empty_dict(),
      })
    end,
  })
end

return M
