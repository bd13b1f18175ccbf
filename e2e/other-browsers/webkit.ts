import { freePort } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import type { Browser, InputSource, Launch, Size } from './browser.ts';
import { Program } from './program.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const READY_WITHIN_MS = 20_000;

const ARGS = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
  '--autoplay-policy=allow',
];

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

export class WebKit implements Browser {
  readonly name = 'webkit';
  readonly version: string;
  readonly consoleErrors: string[] = [];
  readonly #driver: Program;
  readonly #session: string;

  static async launch(
    path: string,
    binary: string,
    { size, dark = false }: Launch,
    env: NodeJS.ProcessEnv,
  ): Promise<WebKit> {
    const port = await freePort();
    const driver = new Program(path, [`--port=${port}`], env);
    const url = `http://127.0.0.1:${port}/session`;
    const args = dark ? [...ARGS, '--dark-mode'] : ARGS;
    const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } };
    await waitUntilListening(port);
    const { sessionId, capabilities } = await request<Session>(url, { capabilities: { alwaysMatch } });
    const webkit = new WebKit(driver, `${url}/${sessionId}`, capabilities.browserVersion);
    await webkit.resize(size);
    return webkit;
  }

  private constructor(driver: Program, session: string, version: string) {
    this.#driver = driver;
    this.#session = session;
    this.version = version;
  }

  async open(url: string): Promise<void> {
    await request(`${this.#session}/url`, { url });
  }

  async reload(): Promise<void> {
    await request(`${this.#session}/refresh`, {});
  }

  async run(source: string): Promise<unknown> {
    const script = `const answer = arguments[0]; const noted = (${String(recordConsoleErrors)})();
      (async () => ({ value: await (${source})() }))()
        .catch(error => ({ error: String(error) }))
        .then(result => answer(JSON.stringify({ ...result, noted: noted.splice(0) })));`;
    const result = await request<string>(`${this.#session}/execute/async`, { script, args: [] });
    const { value, error, noted } = JSON.parse(result) as {
      value?: unknown;
      error?: string;
      noted: string[];
    };
    this.consoleErrors.push(...noted);
    if (error) throw new Error(error);
    return value;
  }

  async perform(actions: readonly InputSource[]): Promise<void> {
    await request(`${this.#session}/actions`, { actions });
  }

  async setFiles(selector: string, paths: readonly string[]): Promise<void> {
    const found = { using: 'css selector', value: selector };
    const element = await request<Record<string, string>>(`${this.#session}/element`, found);
    await request(`${this.#session}/element/${element[ELEMENT]}/value`, { text: paths.join('\n') });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await request<string>(`${this.#session}/screenshot`), 'base64');
  }

  /** The window has a frame: the difference between the outer and the inner size. */
  async resize({ width, height }: Size): Promise<void> {
    await request(`${this.#session}/window/rect`, { x: 0, y: 0, width, height });
    const inner = (await this.run('() => [innerWidth, innerHeight]')) as [number, number];
    const rect = { width: 2 * width - inner[0], height: 2 * height - inner[1] };
    await request(`${this.#session}/window/rect`, rect);
  }

  async cookies(): Promise<string> {
    const cookies = await request<{ name: string; value: string }[]>(`${this.#session}/cookie`);
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  async close(): Promise<void> {
    await request(this.#session, undefined, 'DELETE').catch(() => undefined);
    await this.#driver.end();
  }
}

async function waitUntilListening(port: number): Promise<void> {
  const isListening = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    return answer?.ok === true;
  };
  await until('WebKitWebDriver listens', isListening, { timeoutMs: READY_WITHIN_MS });
}

async function request<T>(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Runs in the page: returns the errors since its first call. The driver has no events for them. */
function recordConsoleErrors(): string[] {
  const page = globalThis as unknown as { consoleErrors?: string[] };
  if (page.consoleErrors) return page.consoleErrors;
  const noted: string[] = [];
  page.consoleErrors = noted;
  addEventListener('error', ({ message }) => noted.push(message));
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    noted.push(`Content Security Policy: ${effectiveDirective} ${blockedURI}`),
  );
  // oxlint-disable-next-line no-console -- replaced, not called
  console.error = (...words: unknown[]) => noted.push(words.join(' '));
  return noted;
}
