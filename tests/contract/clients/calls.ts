// Calls of the service by a client whose types openapi-typescript made. Prints one JSON object: what was answered.
import createClient from "openapi-fetch";
import type { paths } from "./schema";

declare const process: { env: Record<string, string>; stdout: { write(text: string): void } };
const env = process.env;
const anonymous = createClient<paths>({ baseUrl: env.BASE_URL });

// The types call a file a string: a Blob goes into the form in its place.
const file = (text: string, name: string) => new File([text], name) as unknown as string;
const form = (body: unknown) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(body as object)) data.append(name, value);
  return data;
};

function needed<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Error(`${answer.response.url}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

async function token(id: string, secret: string): Promise<string> {
  const answer = await anonymous.POST("/oauth2/token", {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: { grant_type: "client_credentials", client_id: id, client_secret: secret },
  });
  return needed(answer).access_token;
}

const client = (bearer: string) =>
  createClient<paths>({ baseUrl: env.BASE_URL, headers: { Authorization: `Bearer ${bearer}` } });

const customer = client(await token(env.CLIENT_ID, env.CLIENT_SECRET));
const staff = client(await token(env.STAFF_ID, env.STAFF_SECRET));
const pair = { source: "en", target: "es" };

const text = needed(await customer.POST("/v2/translate", { body: { ...pair, segments: [{ text: "The house." }] } }));
const pairs = needed(await customer.GET("/v2/languages/text-translation"));

const accepted = needed(
  await customer.POST("/v2/documents/translate", {
    body: { ...pair, file: file("The house.", "house.txt") },
    bodySerializer: form,
  }),
);
const params = { path: { jobId: accepted.jobId } };
let document;
do {
  document = needed(await customer.GET("/v2/documents/{jobId}", { params }));
  if (document.status === "FAILED") throw new Error(String(document.reason));
  await new Promise((resolve) => setTimeout(resolve, 100));
} while (document.status !== "SUCCESS");
const download = needed(await customer.GET("/v2/documents/{jobId}/download", { params, parseAs: "text" }));

const analysis = needed(
  await customer.POST("/v2/documents/analyze", {
    body: { ...pair, file: file("The house is red.", "house.txt") },
    bodySerializer: form,
  }),
);

if (typeof analysis === "string") throw new Error("CSV was not asked for");

const services = needed(await customer.GET("/project/v1/services"));
const project = needed(
  await customer.POST("/project/v1/projects", { body: { title: "Typed", serviceId: services.filter((one) => one.kind === "machine")[0].id } }),
);
const upload = needed(
  await customer.POST("/project/v1/projects/{id}/files", {
    params: { path: { id: project.id } },
    body: { file: file("The house.", "house.txt"), sourceLanguage: "en", targetLanguages: "es" },
    bodySerializer: form,
  }),
);

const inProject = { path: { id: project.id } };
const started = needed(await customer.POST("/project/v1/projects/{id}/do-start", { params: inProject }));
let ended;
do {
  ended = needed(await customer.GET("/project/v1/project/{id}", { params: inProject }));
  await new Promise((resolve) => setTimeout(resolve, 100));
} while (ended.status !== "Finished");
const fileId = ended.files[0].translations[0].fileId;
if (fileId === null) throw new Error("A finished translation has a file");
const translated = needed(
  await customer.GET("/project/v1/files/{fileId}/content", { params: { path: { fileId } }, parseAs: "text" }),
);
const unknown = await customer.GET("/project/v1/project/{id}", { params: { path: { id: 2147483647 } } });

const account = needed(await customer.GET("/project/v1/account"));
const languages = needed(await customer.GET("/project/v1/languages"));
const usage = needed(await customer.GET("/v2/usage"));

const ownMemory = needed(
  await customer.POST("/project/v1/translation-memories", {
    body: { name: "Typed", primary: false, useForTranslation: false },
  }),
);
const unit = needed(
  await customer.POST("/project/v1/translation-memories/{id}/units", {
    params: { path: { id: ownMemory.id } },
    body: { sourceLanguage: "en", targetLanguage: "es", source: "Hi", target: "Hola", status: "confirmed", properties: {} },
  }),
);
const termBase = needed(
  await customer.POST("/project/v1/term-bases", {
    body: {
      name: "Typed",
      useForTranslation: false,
      sourceLanguage: "en",
      targetLanguage: "es",
      entries: [{ source: "cat", target: "gato" }],
    },
  }),
);
const concepts = needed(
  await customer.GET("/project/v1/term-bases/{id}/concepts", { params: { path: { id: termBase.id } } }),
);

const accounts = needed(await staff.GET("/provider/v1/accounts"));
const memories = needed(await staff.GET("/provider/v1/translation-memories"));
const memory = { path: { id: memories.translationMemories[0].id } };
const tmx = needed(
  await staff.POST("/provider/v1/translation-memories/{id}/imports", {
    params: memory,
    body: { file: file(env.TMX, "memory.tmx") },
    bodySerializer: form,
  }),
);

const wrong = await customer.POST("/v2/translate", { body: { source: "en" } as never });
const stranger = await anonymous.GET("/v2/usage");

process.stdout.write(
  JSON.stringify({
    text: text.translations.map((one) => one.translation),
    pairs: pairs.map((one) => `${one.source}-${one.target}`),
    document: document.fileName,
    download,
    words: analysis.total.words,
    project: project.title,
    upload: upload.translations.map((one) => one.targetLanguage),
    started: started.id === project.id,
    translated,
    unknown: unknown.response.status,
    account: account.kind,
    languages: languages.some((one) => one.code === "es"),
    usage: typeof usage.total.words,
    unit: unit.target,
    terms: concepts.concepts.flatMap((one) => one.terms.filter((term) => term.language === "en").map((term) => term.text)),
    accounts: accounts.accounts.length > 0,
    tmx: typeof tmx.id,
    wrong: [wrong.response.status, wrong.error?.detail],
    stranger: [stranger.response.status, stranger.error?.detail],
  }),
);
