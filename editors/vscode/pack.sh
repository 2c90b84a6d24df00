#!/usr/bin/env bash
# Packs the extension: pack.sh OUTPUT.vsix [FOLDER], FOLDER having npm's vscode-languageclient and vsce; without one they are installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath -m "$1") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here"/{package.json,extension.js,language-configuration.json,syntaxes,README.md} "$here/../../LICENSE" "$work"
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --omit=dev
if [ $# -gt 1 ]; then vsce=$2/node_modules/.bin/vsce; else npm install --silent --no-audit --no-fund --ignore-scripts --prefix vsce @vscode/vsce@4 && vsce=vsce/node_modules/.bin/vsce; fi
"$vsce" package --allow-missing-repository --skip-license -o "$out"
