"""The configuration of LibreOffice: no macros, no links, no network, no history.

Each line is a path in its configuration, a property and a value; what a version does not know it ignores. The
isolation does not rest on this: `sandbox` provides it.
"""

from __future__ import annotations

from typing import Final

_SECURITY: Final = "/org.openoffice.Office.Common/Security/Scripting"
_PROXY: Final = "/org.openoffice.Inet/Settings"
_SAVING: Final = "/org.openoffice.Office.Common/Save/Document"

_SETTINGS: Final = (
    (_SECURITY, "MacroSecurityLevel", "3"),
    (_SECURITY, "DisableMacrosExecution", "true"),
    (_SECURITY, "DisableActiveContent", "true"),
    (_SECURITY, "BlockUntrustedRefererLinks", "true"),
    # Macros are not even read, and so not written.
    ("/org.openoffice.Office.Writer/Filter/Import/VBA", "Load", "false"),
    ("/org.openoffice.Office.Writer/Filter/Import/VBA", "Executable", "false"),
    ("/org.openoffice.Office.Writer/Filter/Import/VBA", "Save", "false"),
    ("/org.openoffice.Office.Calc/Filter/Import/VBA", "Load", "false"),
    ("/org.openoffice.Office.Calc/Filter/Import/VBA", "Executable", "false"),
    ("/org.openoffice.Office.Calc/Filter/Import/VBA", "Save", "false"),
    ("/org.openoffice.Office.Impress/Filter/Import/VBA", "Load", "false"),
    ("/org.openoffice.Office.Impress/Filter/Import/VBA", "Save", "false"),
    # Links to other documents and data are never followed.
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    ("/org.openoffice.Office.Calc/Formula/Load", "OOXMLRecalcMode", "1"),
    ("/org.openoffice.Office.Calc/Formula/Load", "ODFRecalcMode", "1"),
    # A proxy that does not exist.
    (_PROXY, "ooInetProxyType", "2"),
    (_PROXY, "ooInetHTTPProxyName", "127.0.0.1"),
    (_PROXY, "ooInetHTTPProxyPort", "9"),
    (_PROXY, "ooInetHTTPSProxyName", "127.0.0.1"),
    (_PROXY, "ooInetHTTPSProxyPort", "9"),
    (_PROXY, "ooInetFTPProxyName", "127.0.0.1"),
    (_PROXY, "ooInetFTPProxyPort", "9"),
    ("/org.openoffice.Office.Java/VirtualMachine", "Enable", "false"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
    ("/org.openoffice.Office.Common/Misc", "CrashReport", "false"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
    (_SAVING, "CreateBackup", "false"),
)

_START: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
)
_ITEM: Final = (
    '<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>\n'
)


def write_profile() -> str:
    """The contents of `user/registrymodifications.xcu` of a new profile."""
    items = "".join(_ITEM.format(path=path, name=name, value=value) for path, name, value in _SETTINGS)
    return f"{_START}{items}</oor:items>\n"
