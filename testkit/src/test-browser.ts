import { getSessionCookieName } from '@snug/server/account/cookies.ts';
import { PASSWORD } from './store-person.ts';
import { postAuth, TestPerson } from './test-person.ts';

/** A browser for sign-ins: it keeps cookies and follows redirects, and tests see each step. */
export class TestBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, cookie = '') {
    this.#url = url;
    for (const pair of cookie.split('; ')) this.#storeCookie(pair);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get isSignedIn(): boolean {
    return this.#cookies.has(getSessionCookieName(this.#url));
  }

  adoptCookies(cookie: string): void {
    for (const pair of cookie.split('; ')) this.#storeCookie(pair);
  }

  /** Returns the address that the button leads to. */
  async startSignIn(
    path: 'sign-in/social' | 'link-social',
    provider: string,
    fields: object = {},
  ): Promise<string> {
    const returns = { callbackURL: '/done', errorCallbackURL: '/failed', disableRedirect: true };
    const body = { provider, ...returns, ...(path === 'link-social' && { password: PASSWORD }), ...fields };
    const response = await postAuth(this.#url, path, body, this.cookie);
    this.#storeCookies(response);
    const { url, code } = (await response.json()) as { url?: string; code?: string };
    if (!url) throw new Error(`${response.status} ${code}`);
    return url;
  }

  /** Follows redirects to Snug's callback, and returns its address. */
  async followToCallback(address: string): Promise<string> {
    let next = address;
    while (!next.includes('/api/auth/callback/')) {
      const response = await fetch(next, { redirect: 'manual' });
      next = new URL(response.headers.get('location') ?? '', next).href;
    }
    return next;
  }

  /** Returns the path and query that the callback redirects to. */
  async openCallback(callback: string): Promise<string> {
    const { pathname, search } = new URL(callback);
    const response = await fetch(`${this.#url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { cookie: this.cookie },
    });
    this.#storeCookies(response);
    return response.headers.get('location') ?? String(response.status);
  }

  /** Runs the whole flow. Returns the final path. */
  async signIn(path: 'sign-in/social' | 'link-social', provider: string): Promise<string> {
    return this.openCallback(await this.followToCallback(await this.startSignIn(path, provider)));
  }

  /** The second step of a sign-in. Returns the status. */
  async enterCode(code: string): Promise<number> {
    const response = await fetch(`${this.#url}/api/account/sign-in-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#url, cookie: this.cookie },
      body: JSON.stringify({ code }),
    });
    this.#storeCookies(response);
    return response.status;
  }

  getPerson(): Promise<TestPerson> {
    return TestPerson.fromCookie(this.#url, this.cookie);
  }

  #storeCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line.split(';')[0] ?? '');
  }

  #storeCookie(pair: string): void {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (value) this.#cookies.set(name, value);
    else this.#cookies.delete(name);
  }
}
