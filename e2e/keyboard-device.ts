import type { CDPSession, Page } from '@playwright/test';

const CONTROL = 2;
const SHIFT = 8;

interface KeyOptions {
  /** The place on the keyboard. By default, that of the key on a US keyboard. */
  code?: string;
  hasControl?: boolean;
  hasShift?: boolean;
}

/** A keyboard with any layout, which does not wait for the page between two keys, as `page.keyboard` does. */
export class KeyboardDevice {
  readonly #devtools: CDPSession;
  readonly #sent: Promise<unknown>[] = [];

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async attach(page: Page): Promise<KeyboardDevice> {
    return new KeyboardDevice(await page.context().newCDPSession(page));
  }

  /** `rate`: how many times slower the page runs. */
  async slowDown(rate: number): Promise<void> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** `key`: as `KeyboardEvent.key`. Characters are typed. */
  press(key: string, options: KeyOptions = {}): void {
    const { code = getCode(key), hasControl = false, hasShift = false } = options;
    const event = {
      key,
      code,
      modifiers: (hasControl ? CONTROL : 0) + (hasShift ? SHIFT : 0),
      windowsVirtualKeyCode: getKeyCode(code),
    };
    const isText = key.length === 1 && !hasControl;
    const down = isText ? { type: 'keyDown' as const, text: key } : { type: 'rawKeyDown' as const };
    const enter = key === 'Enter' ? { type: 'keyDown' as const, text: '\r' } : down;
    this.#send('Input.dispatchKeyEvent', { ...enter, ...event });
    this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** One key every `intervalMs`, whatever the page does. */
  async type(text: string, intervalMs = 60): Promise<void> {
    for (const key of text) {
      this.press(key);
      await new Promise(resolve => setTimeout(resolve, intervalMs));
    }
  }

  /** The text of an input method that is not final yet. */
  compose(text: string): void {
    const end = text.length;
    this.#send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }

  /** Replaces the composition by the final text. */
  commit(text: string): void {
    this.#send('Input.insertText', { text });
  }

  /** Resolves when the page has handled all keys. */
  async settle(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
  }

  #send(...[method, parameters]: Parameters<CDPSession['send']>): void {
    this.#sent.push(this.#devtools.send(method, parameters));
  }
}

function getCode(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  return /^\d$/.test(key) ? `Digit${key}` : key;
}

function getKeyCode(code: string): number {
  const character = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  if (character) return character.charCodeAt(0);
  return (
    { Backspace: 8, Enter: 13, Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowUp: 38 }[code] ??
    0
  );
}
