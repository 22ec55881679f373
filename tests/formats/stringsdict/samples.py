"""Small files of Apple's plural rules."""

from __future__ import annotations

from collections.abc import Mapping

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
"""
FILES = (
    HEAD
    + """\t<key>%d files</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>%1$#@files@ in this folder</string>
\t\t<key>files</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>NSStringFormatValueTypeKey</key>
\t\t\t<string>d</string>
\t\t\t<key>zero</key>
\t\t\t<string>No files</string>
\t\t\t<key>one</key>
\t\t\t<string>%d file</string>
\t\t\t<key>other</key>
\t\t\t<string>%d files &amp; %#@folders@</string>
\t\t</dict>
\t</dict>
\t<key>plain</key>
\t<string>Plain text</string>
\t<key>width</key>
\t<dict>
\t\t<key>NSStringVariableWidthRuleType</key>
\t\t<dict>
\t\t\t<key>20</key>
\t\t\t<string>Short text</string>
\t\t\t<key>50</key>
\t\t\t<string>A much longer text</string>
\t\t</dict>
\t</dict>
</dict>
</plist>
"""
)

SAMPLES: Mapping[str, bytes] = {
    "Localizable.stringsdict": FILES.encode(),
    "windows.stringsdict": FILES.replace("\n", "\r\n").encode(),
    "empty.stringsdict": (HEAD + "</dict></plist>").encode(),
}
