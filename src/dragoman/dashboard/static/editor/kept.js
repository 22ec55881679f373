// Changes that are kept in the browser until the service has them: encrypted, each under its tab and its place in it.
// A tab holds a lock as long as it lives. What a tab that is gone has left belongs to the tab that gets its lock.

import { changeStore, hash, holdLock, importKey, openDatabase, readStore, seal, unseal } from "./database.js";
/** @import { Entry, KeptOptions, KeptRecord } from "./saving.d.ts" */

const PREFIX = "dragoman-editor-", LONGEST = 30 * 24 * 3600 * 1000;

/** @param {string} key */
const tabOf = (key) => key.split("/")[0];

/** The kept changes of a person in a translation. Where the browser keeps nothing they are in memory only. */
export class Kept {
  isProtected = true;
  /** How many are of another key, and cannot be read. */
  unreadable = 0;
  /** @type {KeptOptions} */ #options;
  /** @type {Map<string, Entry>} that are not stored yet */ #unkept = new Map();
  /** @type {Set<string>} keys that are not removed yet */ #gone = new Set();
  #name = "";
  /** @type {CryptoKey | null} null: nothing is kept */ #key = null;
  /** @type {IDBDatabase | null} null: to be opened */ #database = null;
  #release = () => {};
  /** @type {Promise<unknown>} what was begun last: one thing is done at a time */ #last;

  /** @param {KeptOptions} options */
  constructor(options) {
    this.#options = options;
    this.#last = this.#open().catch(() => this.#protect(false));
  }

  get isWritten() {
    return !this.#unkept.size && !this.#gone.size;
  }

  /** @param {Entry} entry */
  put(entry) {
    this.#unkept.set(this.#keyOf(entry), entry);
  }

  /** @param {Entry} entry */
  remove(entry) {
    const key = this.#keyOf(entry);
    this.#unkept.delete(key);
    this.#gone.add(key);
  }

  /** Write what was put and removed. Resolves when it is kept, or cannot be. @param {boolean} strict whether it waits for the disk */
  write(strict) {
    return this.#next(() => this.#write(strict));
  }

  /**
   * Take over what tabs that are gone have left; `nextSeq` numbers it anew. What this key does not open stays for 30 days.
   * @param {() => number} nextSeq @returns {Promise<Entry[]>}
   */
  adopt(nextSeq) {
    return this.#next(async () => (this.#key ? this.#adopt(nextSeq) : [])).catch(() => []); // it stays kept
  }

  /** Encrypt everything with another key. @param {string} keepKey */
  changeKey(keepKey) {
    this.#putAll();
    return this.#next(async () => {
      if (this.#key) this.#key = await importKey(keepKey);
      await this.#write(true);
    });
  }

  /** Remove what is too old in what is kept of other translations, and of other people. */
  async clean() {
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith(PREFIX) || name === this.#name) continue;
      const database = await openDatabase(name);
      await changeStore(database, (await readStore(database, (store) => store.getAll())).filter(this.#isOld).map(({ key }) => key), [], false);
      database.close();
    }
  }

  /** Write, and leave what is kept to other tabs. */
  close() {
    return this.#next(async () => {
      await this.#write(true);
      this.#database?.close();
      this.#key = null;
      this.#release();
    });
  }

  /** @template T @param {() => Promise<T>} run @returns {Promise<T>} */
  #next(run) {
    const running = this.#last.then(run);
    this.#last = running.catch(() => {});
    return running;
  }

  async #open() {
    const { person, translation, tab, keepKey } = this.#options;
    this.#name = PREFIX + await hash(`${person}\n${translation}`);
    const key = await importKey(keepKey);
    await this.#connect();
    this.#release = await holdLock(`${this.#name}/${tab}`);
    this.#key = key;
  }

  async #connect() {
    if (this.#database) return this.#database;
    const database = await openDatabase(this.#name);
    database.onclose = database.onversionchange = () => { // the person deletes what the site keeps
      this.#disconnect();
      this.write(false);
    };
    return this.#database = database;
  }

  #disconnect() {
    this.#database?.close();
    this.#database = null;
    this.#putAll(); // it may be another database next time
  }

  #putAll() {
    for (const entry of this.#options.all()) this.put(entry);
  }

  /** @param {boolean} strict */
  async #write(strict) {
    if (!this.#key || this.isWritten) return;
    const put = [...this.#unkept.values()], removed = [...this.#gone];
    this.#unkept.clear();
    this.#gone.clear();
    try {
      const records = await Promise.all(put.map((entry) => this.#seal(entry)));
      await changeStore(await this.#connect(), removed, records, strict);
      this.#protect(true);
    } catch { // all waits for the next write, which opens the database again
      for (const key of removed) this.#gone.add(key);
      this.#disconnect();
      this.#protect(false);
    }
  }

  /** @param {() => number} nextSeq */
  async #adopt(nextSeq) {
    /** @type {KeptRecord[]} */ const records = await readStore(await this.#connect(), (store) => store.getAll());
    /** @type {Entry[]} */ const adopted = [];
    this.unreadable = 0;
    for (const tab of new Set(records.map(({ key }) => tabOf(key)))) {
      if (tab === this.#options.tab) continue;
      await navigator.locks.request(`${this.#name}/${tab}`, { ifAvailable: true }, async (lock) => {
        if (lock) adopted.push(...await this.#adoptFrom(tab, nextSeq)); // else it lives
      });
    }
    return adopted;
  }

  /** Its lock is held: what is read now is what it has left. @param {string} tab @param {() => number} nextSeq */
  async #adoptFrom(tab, nextSeq) {
    const database = await this.#connect();
    /** @type {KeptRecord[]} */ const all = await readStore(database, (store) => store.getAll(IDBKeyRange.bound(`${tab}/`, `${tab}0`)));
    /** @type {Entry[]} */ const entries = [];
    /** @type {string[]} */ const removed = [];
    for (const record of all) {
      const entry = await unseal(/** @type {CryptoKey} */ (this.#key), record.key, record);
      if (entry) entries.push(entry);
      else this.unreadable += 1;
      if (entry || this.#isOld(record)) removed.push(record.key);
    }
    entries.sort((one, other) => one.seq - other.seq);
    for (const entry of entries) entry.seq = nextSeq();
    await changeStore(database, removed, await Promise.all(entries.map((entry) => this.#seal(entry))), true);
    return entries;
  }

  /** @param {Entry} entry @returns {Promise<KeptRecord>} */
  async #seal(entry) {
    const key = this.#keyOf(entry);
    return { key, at: this.#options.now(), ...await seal(/** @type {CryptoKey} */ (this.#key), key, entry) };
  }

  /** @param {Entry} entry */
  #keyOf = ({ seq }) => `${this.#options.tab}/${seq}`;

  /** @param {KeptRecord} record */
  #isOld = ({ at }) => at < this.#options.now() - LONGEST;

  /** @param {boolean} isProtected */
  #protect(isProtected) {
    if (this.isProtected === isProtected) return;
    this.isProtected = isProtected;
    this.#options.onProtected();
  }
}
