import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bidi } from './bidi.ts';
import type { Browser, InputSource, Launch, Size } from './browser.ts';
import { firefoxPreferences } from './firefox-preferences.ts';
import { Program } from './program.ts';

const READY = /WebDriver BiDi listening on (ws:\S+)/;
/** Firefox reports this if a navigation cancels a request. For an error of the service worker it has other messages. */
const CANCELLED_REQUEST = /A ServiceWorker intercepted the request and encountered an unexpected error/;

interface LogEntry {
  level: string;
  text: string | null;
  source?: { realm?: string };
}

type Result =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

export class Firefox implements Browser {
  readonly name = 'firefox';
  readonly version: string;
  readonly consoleErrors: string[] = [];
  readonly #program: Program;
  readonly #profile: string;
  readonly #bidi: Bidi;
  readonly #context: string;

  static async launch(path: string, options: Launch, env: NodeJS.ProcessEnv): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'snug-firefox-'));
    writeFileSync(join(profile, 'user.js'), firefoxPreferences(options));
    // With an empty page, the address bar would have the focus.
    // The system access finds the browser's own questions.
    const remote = ['--remote-debugging-port', '0', '--remote-allow-system-access'];
    const args = ['--no-remote', '--profile', profile, ...remote, 'data:text/html,Snug'];
    const program = new Program(path, args, env);
    const [, address] = await program.waitForOutput(READY);
    const bidi = await Bidi.connect(`${address}/session`);
    const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const firefox = new Firefox(
      program,
      profile,
      bidi,
      contexts[0]?.context ?? '',
      capabilities.browserVersion,
    );
    await firefox.#subscribe();
    await firefox.resize(options.size);
    return firefox;
  }

  private constructor(program: Program, profile: string, bidi: Bidi, context: string, version: string) {
    this.#program = program;
    this.#profile = profile;
    this.#bidi = bidi;
    this.#context = context;
    this.version = version;
  }

  async #subscribe(): Promise<void> {
    this.#bidi.on<LogEntry>('log.entryAdded', ({ level, text }) => {
      if (level === 'error' && !CANCELLED_REQUEST.test(text ?? '')) this.consoleErrors.push(text ?? '');
    });
    await this.#bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    await this.#bidi.send('script.addPreloadScript', { functionDeclaration: String(reportViolations) });
  }

  async open(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
    // The address bar had the focus.
    await this.#bidi.send('browsingContext.activate', { context: this.#context });
  }

  async reload(): Promise<void> {
    await this.#bidi.send('browsingContext.reload', { context: this.#context, wait: 'complete' });
  }

  async run(source: string): Promise<unknown> {
    const result = await this.#bidi.send<Result>('script.callFunction', {
      functionDeclaration: `async () => JSON.stringify(await (${source})())`,
      target: { context: this.#context },
      awaitPromise: true,
      userActivation: false,
    });
    if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
    return result.result.value === undefined ? undefined : JSON.parse(result.result.value);
  }

  async perform(actions: readonly InputSource[]): Promise<void> {
    await this.#bidi.send('input.performActions', { context: this.#context, actions });
  }

  /** Where the browser's own question has its button to accept, on the screen. Undefined without a question. */
  async findPromptButton(): Promise<{ x: number; y: number } | undefined> {
    const { contexts } = await this.#bidi.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      { 'moz:scope': 'chrome' },
    );
    const result = await this.#bidi.send<Result>('script.callFunction', {
      functionDeclaration: String(findPromptButton),
      target: { context: contexts[0]?.context ?? '' },
      awaitPromise: false,
    });
    if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
    if (result.result.value === undefined) return undefined;
    return JSON.parse(result.result.value) as { x: number; y: number };
  }

  /** Of all tabs and windows. */
  async listUrls(): Promise<string[]> {
    return (await this.#listPages()).map(({ url }) => url);
  }

  async closeOtherPages(): Promise<void> {
    for (const { context } of await this.#listPages())
      if (context !== this.#context) await this.#bidi.send('browsingContext.close', { context });
  }

  async #listPages(): Promise<{ context: string; url: string }[]> {
    const tree = await this.#bidi.send<{ contexts: { context: string; url: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    return tree.contexts;
  }

  async setFiles(selector: string, files: readonly string[]): Promise<void> {
    const { nodes } = await this.#bidi.send<{ nodes: { sharedId: string }[] }>(
      'browsingContext.locateNodes',
      {
        context: this.#context,
        locator: { type: 'css', value: selector },
      },
    );
    const [element] = nodes;
    if (!element) throw new Error(`no ${selector}`);
    await this.#bidi.send('input.setFiles', {
      context: this.#context,
      element: { sharedId: element.sharedId },
      files,
    });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.#context,
    });
    return Buffer.from(data, 'base64');
  }

  async resize(viewport: Size): Promise<void> {
    await this.#bidi.send('browsingContext.setViewport', { context: this.#context, viewport });
  }

  async cookies(): Promise<string> {
    const { cookies } = await this.#bidi.send<{ cookies: { name: string; value: { value: string } }[] }>(
      'storage.getCookies',
      { partition: { type: 'context', context: this.#context } },
    );
    return cookies.map(({ name, value }) => `${name}=${value.value}`).join('; ');
  }

  async close(): Promise<void> {
    this.#bidi.close();
    await this.#program.end();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

/** Runs in the window of the browser, so it must not use its closure. */
function findPromptButton(): string | undefined {
  const [button] = document.querySelectorAll('#notification-popup .popup-notification-primary-button');
  if (!button) return undefined;
  const { left, top, width, height } = button.getBoundingClientRect();
  const { mozInnerScreenX: x, mozInnerScreenY: y } = window as unknown as Record<string, number>;
  return JSON.stringify({ x: (x ?? 0) + left + width / 2, y: (y ?? 0) + top + height / 2 });
}

function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    // oxlint-disable-next-line no-console -- the only channel from the page to the test
    console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI}`),
  );
}
