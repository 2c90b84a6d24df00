;;; seedc-mode.el --- Evidence requests of seedc  -*- lexical-binding: t -*-
;; A mode for `.req' files, and eglot's way to `seedc lsp'.

(defvar seedc-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defconst seedc-mode-keywords
  '(("\\_<\\(request\\|let\\|import\\|where\\|rank by\\|as\\)\\_>" . font-lock-keyword-face)
    ("\\_<\\(AND\\|OR\\|NOT\\|AT_LEAST\\|[12]HOP\\(_STARS\\)?\\)\\_>" . font-lock-builtin-face)))

;;;###autoload
(define-derived-mode seedc-mode prog-mode "seedc"
  "A mode for evidence requests."
  (setq-local comment-start "# ")
  (setq-local font-lock-defaults '(seedc-mode-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.req\\'" . seedc-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(seedc-mode . ("seedc" "lsp"))))

(provide 'seedc-mode)
;;; seedc-mode.el ends here
