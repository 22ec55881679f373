// IndexedDB, keys and locks as promises.

const STORE = "changes", OPENING = 5000;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Wait for something, but not longer than some milliseconds. @template T @param {Promise<T>} work @param {number} time */
export async function inTime(work, time) {
  let timer = 0;
  const late = new Promise((/** @type {(value: never) => void} */ _, reject) => { timer = setTimeout(reject, time); });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} name @returns {Promise<IDBDatabase>} */
export function openDatabase(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
  return inTime(answerOf(asked), OPENING);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @template T @param {IDBDatabase} database @param {(store: IDBObjectStore) => IDBRequest<T>} ask */
export const readStore = (database, ask) => answerOf(ask(database.transaction(STORE).objectStore(STORE)));

/**
 * Remove keys and put records, in one transaction.
 * @param {IDBDatabase} database @param {string[]} removed @param {object[]} put @param {boolean} strict whether it waits for the disk
 * @returns {Promise<void>}
 */
export function changeStore(database, removed, put, strict) {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(STORE, "readwrite", { durability: strict ? "strict" : "relaxed" });
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error); // also where the quota is exceeded
    const store = tx.objectStore(STORE);
    for (const key of removed) store.delete(key);
    for (const record of put) store.put(record);
  });
}

/** @param {string} text */
export async function hash(text) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))).slice(0, 16));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text 256 bits in base64 */
export function importKey(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypt a value; `place` is where it is kept, and nowhere else can it be opened. @param {CryptoKey} key @param {string} place @param {unknown} value */
export async function seal(key, place, value) {
  const iv = crypto.getRandomValues(new Uint8Array(12)), how = { name: "AES-GCM", iv, additionalData: encoder.encode(place) };
  return { iv, sealed: await crypto.subtle.encrypt(how, key, encoder.encode(JSON.stringify(value))) };
}

/** Decrypt a value; null: it is of another key. @param {CryptoKey} key @param {string} place @param {{iv: BufferSource, sealed: BufferSource}} kept */
export async function unseal(key, place, { iv, sealed }) {
  try {
    const how = { name: "AES-GCM", iv, additionalData: encoder.encode(place) };
    return JSON.parse(decoder.decode(await crypto.subtle.decrypt(how, key, sealed)));
  } catch {
    return null;
  }
}

/** Hold a lock until the function that this gives is called, or the tab is gone. @param {string} name @returns {Promise<() => void>} */
export function holdLock(name) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(name, () => new Promise((release) => resolve(() => release(null)))).catch(reject);
  });
}
