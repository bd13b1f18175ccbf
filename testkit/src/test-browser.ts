import { postAuth, TestPerson } from './test-person.ts';

/** A browser as far as signing in goes: it keeps cookies and follows redirects, and a test sees each step. */
export class TestBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, cookie = '') {
    this.#url = url;
    for (const pair of cookie.split('; ')) this.#keep(pair);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get isSignedIn(): boolean {
    return this.#cookies.has('snug.session_token');
  }

  /** Takes over what another browser holds, as if its owner had changed. */
  become(cookie: string): void {
    for (const pair of cookie.split('; ')) this.#keep(pair);
  }

  /** Presses a button: the address that it leads to. */
  async begin(path: 'sign-in/social' | 'link-social', provider: string): Promise<string> {
    const body = { provider, callbackURL: '/done', errorCallbackURL: '/failed', disableRedirect: true };
    const answer = await postAuth(this.#url, path, body, this.cookie);
    this.#keepAll(answer);
    const { url, code } = (await answer.json()) as { url?: string; code?: string };
    if (!url) throw new Error(`${answer.status} ${code}`);
    return url;
  }

  /** Follows an address until it comes to Snug's callback, and answers with that. */
  async consent(address: string): Promise<string> {
    let next = address;
    while (!next.includes('/api/auth/callback/')) {
      const answer = await fetch(next, { redirect: 'manual' });
      next = new URL(answer.headers.get('location') ?? '', next).href;
    }
    return next;
  }

  /** Opens Snug's callback: the path that it leads to, with its query. */
  async arrive(callback: string): Promise<string> {
    const { pathname, search } = new URL(callback);
    const answer = await fetch(`${this.#url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { cookie: this.cookie },
    });
    this.#keepAll(answer);
    return answer.headers.get('location') ?? String(answer.status);
  }

  /** The whole way: where it leads. */
  async go(path: 'sign-in/social' | 'link-social', provider: string): Promise<string> {
    return this.arrive(await this.consent(await this.begin(path, provider)));
  }

  /** Whoever is signed in. */
  person(): Promise<TestPerson> {
    return TestPerson.ofCookie(this.#url, this.cookie);
  }

  #keepAll(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) this.#keep(line.split(';')[0] ?? '');
  }

  #keep(pair: string): void {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (value) this.#cookies.set(name, value);
    else this.#cookies.delete(name);
  }
}
