const PASSWORD = 'a long enough password';

/** A person without a browser, who sends commands. */
export class Bot {
  readonly #url: string;
  readonly #cookie: string;

  static async signUp(url: string, name: string): Promise<Bot> {
    const email = `${name.toLowerCase()}@snug.example`;
    const answer = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ name, email, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`signing up ${name}: ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map(cookie => cookie.split(';')[0]);
    return new Bot(url, cookies.join('; '));
  }

  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  async command<T>(name: string, input: object): Promise<T> {
    const answer = await fetch(`${this.#url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.#cookie },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Creates a room with `lines` messages, "Line 1." and so on, and returns its id. */
  async createRoom(name: string, lines = 0): Promise<string> {
    const { room } = await this.command<{ room: { id: string } }>('create_room', { name, description: name });
    for (let line = 1; line <= lines; line++)
      await this.sendMessage(room.id, `Line ${line}.${'\nand more'.repeat(line % 4)}`);
    return room.id;
  }

  async sendMessage(roomId: string, text: string): Promise<void> {
    await this.command('send_message', { roomId, text });
  }
}
