// Calls of the service: JSON in and out, with the token of the page; errors have what people are told.

/** An answer that is no success. */
export class Refused extends Error {
  /** @param {number} status @param {{detail?: unknown, code?: string}} body */
  constructor(status, body) {
    super(typeof body.detail === "string" ? body.detail : "");
    this.status = status;
    this.code = body.code ?? "";
    this.body = body;
  }
}

/** Make the function that calls below a path. The token changes with the session. @param {{base: string, csrf: string}} page */
export function createCall(page) {
  /**
   * @param {string} path
   * @param {{method?: string, body?: unknown, version?: number, signal?: AbortSignal}} [how]
   * @returns {Promise<any>}
   */
  return async function call(path, { method = "GET", body, version, signal } = {}) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRF-Token"] = page.csrf;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    const answer = await fetch(`${page.base}/${path}`, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await answer.text();
    const parsed = text ? parse(text) : {};
    if (!answer.ok) throw new Refused(answer.status, parsed);
    return parsed;
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // a proxy's page
  }
}
