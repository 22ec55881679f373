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

/**
 * An entry, and how far it is. A chain has the changes that one tab made to one segment: each begins from the version
 * that the one before it makes.
 */
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

/** Send a change; what goes wrong is an outcome too. */
export type Send = (
  pending: Pending,
  how: { base: string; csrf: string; fetch: typeof fetch; signal: AbortSignal },
) => Promise<Outcome>;

/** Call the page, whose errors do not end the queue. */
export type Tell = (call: () => void) => void;

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

/** IndexedDB, keys and locks as promises. */
export interface Database {
  open(name: string): Promise<IDBDatabase>;
  read(database: IDBDatabase, range?: IDBKeyRange): Promise<KeptRecord[]>;
  /** Remove keys and put records, in one transaction; `isStrict`: it waits for the disk. */
  change(database: IDBDatabase, removed: string[], put: KeptRecord[], isStrict: boolean): Promise<void>;
  hash(text: string): Promise<string>;
  /** Of 256 bits in base64. */
  importKey(text: string): Promise<CryptoKey>;
  /** Encrypt an entry. It can be opened under this name only. */
  seal(key: CryptoKey, name: string, at: number, entry: Entry): Promise<KeptRecord>;
  /** Decrypt an entry; null: it is of another key. */
  unseal(key: CryptoKey, record: KeptRecord): Promise<Entry | null>;
  /** Hold a lock until the function that this gives is called, or the tab is gone. */
  holdLock(name: string): Promise<() => void>;
}

/**
 * The kept changes of a person in a translation, each under its tab and its place. Where the browser keeps nothing they
 * are in memory only. A tab holds a lock as long as it lives: then nobody else takes its entries.
 */
export interface Kept {
  readonly isProtected: boolean;
  readonly isWritten: boolean;
  readonly unreadable: number; // entries of another key
  put(entry: Entry): void;
  remove(entry: Entry): void;
  /** Write what was put and removed. Resolves when it is kept, or cannot be; `isStrict`: it waits for the disk. */
  write(isStrict?: boolean): Promise<void>;
  /** Take over what tabs that are gone have left; `nextSeq` numbers it anew. What the key does not open stays for 30 days. */
  adopt(nextSeq: () => number): Promise<Entry[]>;
  /** Encrypt everything with another key. */
  changeKey(keepKey: string): Promise<void>;
  /** Remove what is too old in what is kept of other translations, and of other people. */
  clean(): Promise<void>;
  /** Write, and leave what is kept to other tabs. */
  close(): Promise<void>;
}

export interface PendingOptions {
  tab: string;
  translation: string;
  now: () => number;
  kept: Kept;
  events: PendingEvents;
}

/** Changes that the service does not have yet, in the order in which they are sent. */
export interface PendingList {
  all(): Pending[];
  nextSeq(): number;
  /** The changes of this tab, or of another one, to a segment. */
  chain(number: number, tab?: string): Pending[];
  inPhase(number: number, phase: Pending["phase"]): Pending[];
  isNews(segment: SegmentBody): boolean;
  // What the person does
  add(number: number, draft: Draft, due: number): void;
  resolve(number: number, which: "mine" | "theirs", text?: string): SegmentBody | null;
  discard(number: number): void;
  retry(number: number, takeOver: boolean): void;
  /** Queue what other tabs have left. Gives the last change of each segment that goes on in this tab's chain. */
  adopt(entries: Entry[]): Entry[];
  // What the service answers
  saved(one: Pending, answer: SavedAnswer): void;
  changed(one: Pending, current: SegmentBody): void;
  refused(one: Pending, refusal: Refusal): void;
  // What is sent when
  next(time: number): Pending | null;
  /** When there is a next one, if nothing is done meanwhile. */
  nextTime(): number;
  describe(
    time: number,
    more: { isSending: boolean; isOffline: boolean; isWaiting: boolean; reason: Reason | null },
  ): Omit<QueueState, "isProtected">;
}

export interface SaveQueue {
  /** The name of this window: its saves and its presence have it. */
  readonly tab: string;
  /** How many kept changes cannot be read: they are of another key. */
  readonly unreadable: number;
  /** Take a change of a segment, at each key press and when it is confirmed. */
  change(number: number, draft: Draft): void;
  /** Send what was changed in a segment now, because it is left. */
  leave(number: number): void;
  /** Keep and send everything now. */
  flush(): void;
  /** Send a segment, or all, now. Resolves when that is done, or cannot be done now: gives whether nothing is left. */
  settled(number?: number): Promise<boolean>;
  /** What this tab wants a segment to be, where the service does not have it yet. */
  wanted(number: number): Entry | null;
  /** Whether the page is to show a segment that a poll brings. */
  isNews(segment: SegmentBody): boolean;
  /** Give what tabs that are gone have left, and send it; the page shows it over its segments. Called once. */
  restore(): Promise<Entry[]>;
  /** Decide a conflict: with `text` instead of mine. "theirs" leaves the segment as the service has it, which is returned. */
  resolve(number: number, which: "mine" | "theirs", text?: string): SegmentBody | null;
  /** Give up what the service has refused. */
  discard(number: number): void;
  /** Send again what the service has refused. */
  retry(number: number): void;
  /** Send again what was refused because others have the segment open. */
  takeOver(number: number): void;
  /** Try again now: the service has answered something else, or the person is back. The page calls it after each poll. */
  wake(): void;
  /** Stop. What is not sent stays kept, for the next tab. */
  stop(): Promise<void>;
}

export interface ChangesPoll {
  start(): void;
  stop(): void;
  /** Ask now. Where a call runs, the next one follows it at once. */
  ask(): void;
}
