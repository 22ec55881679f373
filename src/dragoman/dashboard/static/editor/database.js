// IndexedDB, keys and locks as promises.

/** @import { Database } from "./saving.d.ts" */

const STORE = "changes", OPENING = 5000, AES = "AES-GCM";
const { subtle } = globalThis.crypto;
const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** Reject what takes too long. @template T @param {Promise<T>} work @param {number} time */
export async function inTime(work, time) {
  let timer = 0;
  const late = new Promise((/** @type {(value: never) => void} */ _, reject) => { timer = setTimeout(reject, time); });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {Database} */
export const database = {
  open(name) {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    return inTime(answerOf(asked), OPENING);
  },

  read: (its, range) => answerOf(its.transaction(STORE).objectStore(STORE).getAll(range)),

  change: (its, removed, put, isStrict) => new Promise((resolve, reject) => {
    const tx = its.transaction(STORE, "readwrite", { durability: isStrict ? "strict" : "relaxed" });
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error); // also where the quota is exceeded
    const store = tx.objectStore(STORE);
    for (const key of removed) store.delete(key);
    for (const record of put) store.put(record);
  }),

  hash: async (text) => toHex(new Uint8Array(await subtle.digest("SHA-256", encode(text))).slice(0, 16)),

  async importKey(text) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return subtle.importKey("raw", bytes, AES, false, ["encrypt", "decrypt"]);
  },

  async seal(key, name, at, entry) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await subtle.encrypt({ name: AES, iv, additionalData: encode(name) }, key, encode(JSON.stringify(entry)));
    return { key: name, at, iv, sealed };
  },

  async unseal(key, { key: name, iv, sealed }) {
    try {
      return JSON.parse(new TextDecoder().decode(await subtle.decrypt({ name: AES, iv, additionalData: encode(name) }, key, sealed)));
    } catch {
      return null;
    }
  },

  holdLock: (name) => new Promise((resolve, reject) => {
    navigator.locks.request(name, () => new Promise((release) => resolve(() => release(null)))).catch(reject);
  }),
};
