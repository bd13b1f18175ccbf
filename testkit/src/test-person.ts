import { randomUUID } from 'node:crypto';
import type { ErrorBody, UploadedFile } from '@snug/protocol';
import type { ServerProcess } from './server-process.ts';
import { PASSWORD, type PersonOptions, storePerson, storeSession } from './store-person.ts';
import { type CommandOutcome, TestSocket, type TestSocketOptions } from './test-socket.ts';

/** A person in responses of the accounts library. */
interface User {
  id: string;
  name: string;
  email: string;
}

export class TestPerson {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly cookie: string;
  readonly #url: string;
  readonly #token: string | undefined;
  #live: Promise<TestSocket> | undefined;

  private constructor(url: string, { id, name, email }: User, cookie: string, token?: string) {
    this.#url = url;
    this.#token = token;
    this.uid = id;
    this.name = name;
    this.email = email;
    this.cookie = cookie;
  }

  /** A person who has signed up, for tests of anything else than signing up: it saves the time to hash a password. */
  static async add(server: ServerProcess, name: string, options?: PersonOptions): Promise<TestPerson> {
    const email = createEmail(name);
    const { uid, cookie } = await storePerson(server, name, email, options);
    return new TestPerson(server.url, { id: uid, name, email }, cookie);
  }

  static async signUp(url: string, name: string): Promise<TestPerson> {
    const email = createEmail(name);
    const response = await postAuth(url, 'sign-up/email', { name, email, password: PASSWORD });
    return new TestPerson(url, await readUser(response), readCookie(response));
  }

  static anonymous(url: string): TestPerson {
    return new TestPerson(url, { id: '', name: 'Nobody', email: '' }, '');
  }

  /** A program with an access token, without a cookie and an origin. */
  static fromToken(url: string, token: string, uid = ''): TestPerson {
    return new TestPerson(url, { id: uid, name: 'Program', email: '' }, '', token);
  }

  static async fromCookie(url: string, cookie: string): Promise<TestPerson> {
    const response = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } });
    return new TestPerson(url, await readUser(response), cookie);
  }

  /** `email`: of a person who has signed up. */
  static async signIn(url: string, email: string): Promise<TestPerson> {
    const response = await postAuth(url, 'sign-in/email', { email, password: PASSWORD });
    return new TestPerson(url, await readUser(response), readCookie(response));
  }

  /** Like `signIn`, of a person with two-step verification: the second step waits. */
  static async beginSignIn(url: string, email: string): Promise<TestPerson> {
    const response = await postAuth(url, 'sign-in/email', { email, password: PASSWORD });
    return new TestPerson(url, { id: '', name: 'Pending', email }, readCookie(response));
  }

  signInAgain(): Promise<TestPerson> {
    return TestPerson.signIn(this.#url, this.email);
  }

  /** The same person with another session. It saves the time to check a password. */
  async withNewSession(server: ServerProcess): Promise<TestPerson> {
    const { uid: id, name, email } = this;
    return new TestPerson(this.#url, { id, name, email }, await storeSession(server, id));
  }

  signOut(): Promise<Response> {
    return postAuth(this.#url, 'sign-out', {}, this.cookie);
  }

  /** What proves who sends a request. */
  get credentials(): Record<string, string> {
    return this.#token === undefined ? { cookie: this.cookie } : { authorization: `Bearer ${this.#token}` };
  }

  async postCommand(
    command: string,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<CommandOutcome & { status: number }> {
    const response = await fetch(`${this.#url}/api/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.credentials, ...headers },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as { error?: ErrorBody };
    return { status: response.status, ...(body.error ? { error: body.error } : { ok: body }) };
  }

  /** Sends a command over HTTP that must succeed. */
  async runCommand<Output>(command: string, input: object): Promise<Output> {
    return requireOk<Output>(command, await this.postCommand(command, input));
  }

  /** Like `runCommand`, for a change of the ways to sign in, which needs the password. */
  runProven<Output>(command: string, input: object): Promise<Output> {
    return this.runCommand(command, { ...input, password: PASSWORD });
  }

  async upload(
    name: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream,
    { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
  ): Promise<Response> {
    const url = `${this.#url}/api/files?name=${encodeURIComponent(name)}${query}`;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', ...this.credentials, ...headers },
      body,
      duplex: 'half' as const,
    };
    return fetch(url, init);
  }

  /** Sends an upload that must succeed. */
  async uploadFile(name: string, body: string | Uint8Array<ArrayBuffer>): Promise<UploadedFile> {
    const response = await this.upload(name, body);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as UploadedFile;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#url + path, { headers: { ...this.credentials, ...headers } });
  }

  async createRoom(): Promise<string> {
    const input = { name: 'Room', description: 'A room' };
    return (await this.runCommand<{ room: { id: string } }>('create_room', input)).room.id;
  }

  /** Sends a command over a connection that stays open, which costs a fraction of a request over HTTP. */
  async askLive(command: string, input: object): Promise<CommandOutcome> {
    const live = await (this.#live ??= this.connect());
    const outcome = await Promise.race([live.request(command, input), live.closed]);
    if (typeof outcome !== 'number') return outcome;
    // A server closes it if the session or the token has ended.
    this.#live = undefined;
    return { error: { code: 'unauthenticated', message: '', retry: false } };
  }

  /** Like `askLive`, for a command that must succeed. */
  async runLive<Output>(command: string, input: object): Promise<Output> {
    return requireOk<Output>(command, await this.askLive(command, input));
  }

  connect(options: TestSocketOptions = {}): Promise<TestSocket> {
    if (this.#token === undefined) return TestSocket.open(this.#url, { cookie: this.cookie, ...options });
    return TestSocket.open(this.#url, { origin: undefined, headers: this.credentials, ...options });
  }
}

function requireOk<Output>(command: string, { ok, error }: CommandOutcome): Output {
  if (error) throw new Error(`${command}: ${error.code} ${error.message}`);
  return ok as Output;
}

function createEmail(name: string): string {
  return `${name.toLowerCase()}-${randomUUID()}@snug.example`;
}

/** `origin`: the public address, if it is not that of the server. */
export async function postAuth(
  url: string,
  path: string,
  body: object,
  cookie = '',
  origin = url,
): Promise<Response> {
  return fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify(body),
  });
}

function readCookie(response: Response): string {
  const cookie = response.headers.getSetCookie().map(line => line.split(';')[0]);
  if (!response.ok || cookie.length === 0) throw new Error(`not signed in: ${response.status}`);
  return cookie.join('; ');
}

async function readUser(response: Response): Promise<User> {
  const { user } = (await response.json()) as { user: User };
  return user;
}
