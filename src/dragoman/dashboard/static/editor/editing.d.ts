// The types of texts with codes and of their edits, for the checks of scripts: no browser loads this file.

/** A run of text, or a code as it is written. */
export type Part = { text: string; code?: undefined } | { code: string; text?: undefined };

export type Difference = ["equal" | "insert" | "delete", string];

/** The first and the last offset. An offset counts UTF-16 units of texts; a code is one. */
export type Span = [number, number];

/** What an edit gives: the parts, and where the caret is. The codes fit the source, as those of the parts before did. */
export interface Edited {
  parts: Part[];
  caret: number;
}

/** A text, and what is selected in it. */
export interface State {
  parts: Part[];
  anchor: number;
  focus: number;
}

/** Between two offsets; `known` are the codes of the source. */
export type RangeEdit = (parts: Part[], from: number, to: number, known: string[]) => Edited;

/** Inserted codes come along as far as they are the source's, and are not elsewhere in the target. */
export type Replace = (parts: Part[], from: number, to: number, inserted: Part[], known: string[]) => Edited;

export type Copy = (parts: Part[], from: number, to: number, known: string[]) => Part[];

/** Null: the code may not stand there. */
export type MoveCode = (parts: Part[], code: string, to: number, known: string[]) => Edited | null;

/** Null: the offset is in the range. */
export type MoveRange = (parts: Part[], range: Span, to: number, known: string[]) => Edited | null;

/** Null: the code is there already, or fits nowhere. */
export type InsertCode = (parts: Part[], from: number, to: number, code: string, known: string[]) => Edited | null;

/** What was replaced, and by what. */
export type FindChange = (before: Part[], after: Part[]) => { from: number; to: number; inserted: Part[] };

/** What a field is made of. Source and value are tagged text. */
export interface FieldOptions {
  source: string;
  value: string;
  language: string; // of the target
  direction: string;
  texts: Record<string, string>; // what is shown and said
  onChange?: (value: string) => void;
}

/** What is dragged out of a field: a code, or what is selected; and what was selected then. */
export interface Dragged {
  code?: string;
  selection: Span; // anchor and focus, when it was lifted
}
