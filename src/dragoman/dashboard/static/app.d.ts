// The types of what other scripts take from app.js, for the checks of scripts: no browser loads this file.

/** Show a message for six seconds, longer while it is pointed at or focused. */
export function toast(text: string, action?: { label: string; run: () => unknown }): void;
