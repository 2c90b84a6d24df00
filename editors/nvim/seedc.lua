-- Starts `seedc lsp` for `.req` files in Neovim 0.8 or newer: require("seedc").setup({ settings = { data = "cafes" } })
local M = {}

--- `cmd`: the command, `{ "seedc", "lsp" }` unless given; `settings`: the keys of seedc.toml.
function M.setup(options)
  options = options or {}
  vim.filetype.add({ extension = { req = "seedc" } })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "seedc",
    callback = function(event)
      vim.bo[event.buf].commentstring = "# %s"
      local file = vim.api.nvim_buf_get_name(event.buf)
      local found = vim.fs.find("seedc.toml", { path = vim.fs.dirname(file), upward = true })[1]
      vim.lsp.start({
        name = "seedc",
        cmd = options.cmd or { "seedc", "lsp" },
        root_dir = vim.fs.dirname(found or file),
        init_options = options.settings or vim.empty_dict(),
      })
    end,
  })
end

return M
