// The types of saving, for the checks of scripts: no browser loads this file.

/** A change of a segment that the service has not confirmed to have. It is kept in the browser. */
export interface Entry {
  translation: string;
  number: number; // of the segment
  target: string;
  status: "translated" | "confirmed";
  propagate: "none" | "untouched" | "unconfirmed";
  version: number; // of the segment, that the change began from
  base: string | null; // the target of that version
  time: number;
  seq: number; // its place among the changes of the tab that keeps it
  tab: string; // that it was made in
}

/** What is kept in IndexedDB: an entry, encrypted. */
export interface KeptRecord {
  key: string; // tab/seq
  at: number;
  iv: BufferSource;
  sealed: BufferSource;
}

export interface KeptOptions {
  person: string;
  translation: string;
  tab: string;
  keepKey: string; // 256 bits in base64
  now: () => number;
  all: () => Entry[]; // that are to be kept
  onProtected: () => void; // `isProtected` is another now
}

/** An entry, and how far it is. */
export interface Pending {
  entry: Entry;
  chain: string; // the tab whose changes of the segment it follows
  phase: "waiting" | "conflict" | "refused";
  due: number; // when it is sent
  notBefore: number; // when it may be sent again
  isTried: boolean; // whether the service may have it
  failures: number;
  window: string; // that it is saved for
  takeOver: boolean; // also where another window has the segment open
  current: SegmentBody | null; // the segment that it conflicts with
  refusal: Refusal | null;
}

/** A segment as the service answers it. */
export interface SegmentBody {
  number: number;
  version: number;
  target: string | null;
  status: string;
  [name: string]: unknown;
}

export interface SavedAnswer {
  segment: SegmentBody;
  propagated: number[];
  version: number; // of the translation
  propagatedVersion?: number | null;
  findings: unknown[];
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** What became of a save. */
export type Outcome =
  | { kind: "saved"; answer: SavedAnswer }
  | { kind: "changed"; current: SegmentBody }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "signed-out" }
  | { kind: "forged" } // the token is of another session
  | { kind: "busy"; after: number } // it was not stored; milliseconds
  | Failure;

/** It may have been stored, or not. */
export interface Failure {
  kind: "failed";
  isAway: boolean; // nothing of the service came
  isOwn: boolean; // perhaps because of this very segment
  after: number; // milliseconds
}

export interface SendOptions {
  base: string;
  csrf: string;
  fetch: typeof fetch;
  signal: AbortSignal;
}

/** What the editor wants a segment to be. */
export interface Draft {
  target: string;
  status: Entry["status"];
  propagate?: Entry["propagate"];
  base: string | null; // the target that the page showed before
  version: number; // of that
}

/** Why the person has to sign in: the session has ended, the page is of an earlier one, or somebody else has signed in. */
export type Reason = "session" | "forged" | "person";

export interface QueueState {
  state: "saved" | "writing" | "saving" | "offline" | "waiting" | "signed-out" | "conflict" | "refused";
  toSend: number; // segments
  conflicts: number[];
  refused: ({ number: number } & Refusal)[];
  isProtected: boolean; // whether changes are kept when the page is closed
  reason: Reason | null; // of "signed-out"
}

export interface PendingEvents {
  onSaved: (number: number, answer: SavedAnswer, more: { isNewest: boolean }) => void;
  onConflict: (number: number, conflict: { mine: Entry; current: SegmentBody }) => void;
  onRefused: (number: number, refusal: Refusal) => void;
}

export interface QueueOptions extends PendingEvents {
  base: string; // path of the translation
  csrf: string;
  keepKey: string; // 256 bits in base64
  person: string;
  translation: string;
  onState: (state: QueueState) => void;
  onUnprotected?: () => void; // the browser keeps nothing: what is not sent is lost with the page
  onAdopted?: (entries: Entry[]) => void; // of a tab that was closed while this one is open
  renew?: () => Promise<{ csrf: string; keepKey: string; person: string } | null>; // reads the page again
  fetch?: typeof fetch;
  now?: () => number; // the time of day; what waits is timed by a clock that cannot be set
  pauses?: Partial<QueuePauses>;
}

/** In milliseconds. */
export interface QueuePauses {
  keep: number; // from a key press until it is kept
  send: number; // from the last key press of a segment until it is sent
  kept: number; // that sending waits for keeping, at most
  timeout: number; // of a request
  retry: number; // after the first failure; each further one doubles it
  most: number;
}

export interface ChangesAnswer {
  version: number; // to go on from
  segments: SegmentBody[]; // changed since
  editors: { name: string | null; segment: number | null; [name: string]: unknown }[];
}

export interface ChangesOptions {
  base: string; // path of the translation
  tab: string; // the queue's
  since: number; // version of the translation that the page shows
  segment: () => number | null; // that is open
  onChanges: (answer: ChangesAnswer) => void;
  onFailure?: (status: number) => void; // 0: the service could not be reached
  fetch?: typeof fetch;
  pauses?: Partial<{ visible: number; hidden: number; timeout: number; most: number }>;
}
