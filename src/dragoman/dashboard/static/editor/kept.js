// Changes that are kept in the browser, encrypted. What a tab has left belongs to the one that gets its lock.

import { database } from "./database.js";
/** @import { Entry, Kept, KeptOptions, KeptRecord } from "./saving.d.ts" */

const PREFIX = "dragoman-editor-", LONGEST = 30 * 24 * 3600 * 1000;

/** @type {(options: KeptOptions) => Kept} */
export function openKept({ person, translation, tab, keepKey, now, all, onProtected }) {
  let name = "", isProtected = true, unreadable = 0, release = () => {};
  let key = /** @type {CryptoKey | null} */ (null);
  let opened = /** @type {IDBDatabase | null} */ (null);
  const unkept = /** @type {Map<string, Entry>} */ (new Map()), gone = /** @type {Set<string>} */ (new Set());
  const keyOf = (/** @type {Entry} */ entry) => `${tab}/${entry.seq}`;
  const put = (/** @type {Entry} */ entry) => unkept.set(keyOf(entry), entry);
  const isWritten = () => !unkept.size && !gone.size;
  const isOld = (/** @type {KeptRecord} */ { at }) => at < now() - LONGEST;
  const seal = (/** @type {Entry} */ entry) => database.seal(/** @type {CryptoKey} */ (key), keyOf(entry), now(), entry);

  function protect(isNow = false) {
    if (isProtected === isNow) return;
    isProtected = isNow;
    onProtected();
  }

  async function begin() {
    name = PREFIX + await database.hash(`${person}\n${translation}`);
    const imported = await database.importKey(keepKey);
    await connect();
    release = await database.holdLock(`${name}/${tab}`);
    key = imported;
  }

  async function connect() {
    if (opened) return opened;
    opened = await database.open(name);
    opened.onclose = opened.onversionchange = () => { // the person deletes what the site keeps
      disconnect();
      kept.write();
    };
    return opened;
  }

  function disconnect() {
    opened?.close();
    opened = null;
    all().forEach(put); // the next one may be empty
  }

  async function write(isStrict = false) {
    if (!key || isWritten()) return;
    const entries = [...unkept.values()], removed = [...gone];
    unkept.clear();
    gone.clear();
    try {
      await database.change(await connect(), removed, await Promise.all(entries.map(seal)), isStrict);
      protect(true);
    } catch { // until the next write
      for (const one of removed) gone.add(one);
      disconnect();
      protect();
    }
  }

  async function adoptFrom(other = "", nextSeq = () => 0) {
    const entries = /** @type {Entry[]} */ ([]), removed = /** @type {string[]} */ ([]), its = await connect();
    for (const record of await database.read(its, IDBKeyRange.bound(`${other}/`, `${other}0`))) {
      const entry = await database.unseal(/** @type {CryptoKey} */ (key), record);
      if (entry) entries.push(entry);
      else unreadable += 1;
      if (entry || isOld(record)) removed.push(record.key);
    }
    entries.sort((one, another) => one.seq - another.seq);
    for (const entry of entries) entry.seq = nextSeq();
    await database.change(its, removed, await Promise.all(entries.map(seal)), true);
    return entries;
  }

  let last = begin().catch(() => protect());
  /** One thing is done at a time. @template T @param {() => Promise<T>} run */
  function next(run) {
    const running = last.then(run);
    last = running.then(() => {}, () => {});
    return running;
  }

  /** @type {Kept} */
  const kept = {
    get isProtected() { return isProtected; },
    get isWritten() { return isWritten(); },
    get unreadable() { return unreadable; },
    put,

    remove(entry) {
      unkept.delete(keyOf(entry));
      gone.add(keyOf(entry));
    },

    write: (isStrict) => next(() => write(isStrict)),

    adopt: (nextSeq) => next(async () => {
      const adopted = /** @type {Entry[]} */ ([]);
      unreadable = 0;
      for (const other of new Set(key ? (await database.read(await connect())).map((one) => one.key.split("/")[0]) : [])) {
        if (other === tab) continue;
        await navigator.locks.request(`${name}/${other}`, { ifAvailable: true }, async (lock) => {
          if (lock) adopted.push(...await adoptFrom(other, nextSeq)); // else it lives
        });
      }
      return adopted;
    }),

    changeKey(keepKey) {
      all().forEach(put);
      return next(async () => {
        if (key) key = await database.importKey(keepKey);
        await write(true);
      });
    },

    async clean() {
      for (const { name: other = "" } of await indexedDB.databases()) {
        if (!other.startsWith(PREFIX) || other === name) continue;
        const its = await database.open(other), old = (await database.read(its)).filter(isOld);
        await database.change(its, old.map((record) => record.key), [], false);
        its.close();
      }
    },

    close: () => next(async () => {
      await write(true);
      key = null;
      opened?.close();
      release();
    }),
  };
  return kept;
}
