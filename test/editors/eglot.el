;;; eglot.el --- Emacs' eglot in batch  -*- lexical-binding: t -*-
;; Opens a program with a mistake, waits for what Flymake has of it, and asks for hover, fix and layout.

(require 'eglot)
(load (getenv "MODE"))
(setq eglot-sync-connect 20 eglot-server-programs
      `((seedc-mode . (,(getenv "SEEDC") "lsp" "--data" ,(getenv "DATA")))))

(defun wait-for (what)
  (with-timeout (20 (error "It did not come"))
    (let (found) (while (not (setq found (funcall what))) (accept-process-output nil 0.05)) found)))

(find-file (getenv "PROGRAM"))
(message "mode: %s" major-mode)
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(dolist (found (wait-for (lambda () (flymake-start) (flymake-diagnostics))))
  (message "diagnostic: %s" (flymake-diagnostic-text found)))
(goto-char (point-min))
(search-forward "and")
(let ((actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                (list :textDocument (eglot--TextDocumentIdentifier)
                                      :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                      :context (list :diagnostics [])))))
  (dolist (action (append actions nil))
    (message "action: %s" (plist-get action :title))
    (when (string-prefix-p "replace" (plist-get action :title))
      (eglot--apply-workspace-edit (plist-get action :edit)))))
(goto-char (point-min))
(search-forward "drive_tru")
(replace-match "drive_thru")
(backward-char)
(eglot--signal-textDocument/didChange) ; which otherwise waits until Emacs is idle
(message "text: %s" (buffer-substring (line-beginning-position) (line-end-position)))
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (message "hover: %s" (plist-get (plist-get hover :contents) :value)))
(let ((result (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                               (list :command "seedc.run"
                                     :arguments (vector (list :textDocument (eglot--TextDocumentIdentifier) :request "R1"))))))
  (message "result: %s" (plist-get result :summary)))
(eglot-format-buffer)
(message "layout: %s" (buffer-substring (line-beginning-position) (line-end-position)))
(eglot-shutdown (eglot-current-server))
(message "done")
