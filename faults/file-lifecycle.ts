import { newId } from '@snug/client';
import type { CommandOutput, MessageFile } from '@snug/protocol';
import type { TestPerson } from '@snug/testkit/test-person.ts';

export class FileLifecycle {
  readonly content: string;
  readonly messageId = newId();
  file: MessageFile | undefined;

  constructor(text: string) {
    this.content = text;
  }

  /** Stops at the first failure of the server. */
  async run(ann: TestPerson, roomId: string): Promise<void> {
    this.file = await ann.uploadFile('words.txt', this.content);
    await this.send(ann, roomId);
    await this.delete(ann, roomId);
  }

  /** Continues after the last acknowledged step. */
  async resume(ann: TestPerson, roomId: string): Promise<void> {
    if (!this.file) return;
    await this.send(ann, roomId);
    const { messages } = await ann.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
    const message = messages.find(({ id }) => id === this.messageId);
    if (message?.deletedAt === undefined) await this.verifyContent(ann);
    await this.delete(ann, roomId);
  }

  send(ann: TestPerson, roomId: string): Promise<unknown> {
    return ann.runCommand('send_message', { roomId, id: this.messageId, fileId: this.file?.id });
  }

  async verifyContent(ann: TestPerson): Promise<void> {
    const text = this.file && (await (await ann.get(this.file.url)).text());
    if (text !== this.content) throw new Error(`the file "${this.content}" contains "${text}"`);
  }

  delete(ann: TestPerson, roomId: string): Promise<unknown> {
    return ann.runCommand('delete_message', { roomId, messageId: this.messageId });
  }
}
