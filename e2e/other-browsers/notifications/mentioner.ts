import type { Server } from '../../server.ts';
import { Bot } from '../bot.ts';

/** Somebody without a browser who mentions another person. */
export class Mentioner {
  readonly roomId: string;
  readonly #bot: Bot;

  static async start({ url }: Server): Promise<Mentioner> {
    const bot = await Bot.signUp(url, 'Ben');
    return new Mentioner(bot, await bot.createRoom('Kitchen'));
  }

  private constructor(bot: Bot, roomId: string) {
    this.#bot = bot;
    this.roomId = roomId;
  }

  /** Resolves to the id of the message. */
  async mention(name: string, text: string): Promise<string> {
    const { people } = await this.#bot.command<{ people: { uid: string }[] }>('find_people', { text: name });
    const mentions = [{ uid: people[0]?.uid, start: 0, length: name.length + 1 }];
    const input = { roomId: this.roomId, text: `@${name} ${text}`, mentions };
    const { message } = await this.#bot.command<{ message: { id: string } }>('send_message', input);
    return message.id;
  }

  async delete(messageId: string): Promise<void> {
    await this.#bot.command('delete_message', { roomId: this.roomId, messageId });
  }
}
