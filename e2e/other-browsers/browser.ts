export interface Size {
  width: number;
  height: number;
}

export interface Launch {
  size: Size;
  /** Emulates a phone, whose only pointer is touch. */
  touch?: boolean;
  dark?: boolean;
  /** Of a push service of the tests. */
  pushAddress?: string;
}

/** An input source of the Actions API of W3C WebDriver, which WebDriver BiDi shares. */
export interface InputSource {
  type: 'key' | 'pointer' | 'wheel' | 'none';
  id: string;
  parameters?: { pointerType: 'mouse' | 'touch' };
  actions: readonly object[];
}

/** A browser with a single page and its own profile. */
export interface Browser {
  readonly name: 'firefox' | 'webkit';
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function's source in the page, without arguments. Its result must be JSON. */
  run(source: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  resize(size: Size): Promise<void>;
  cookies(): Promise<string>;
  /** Console errors, uncaught errors, and violations of the content security policy. */
  readonly consoleErrors: string[];
  close(): Promise<void>;
}

export const WIDE: Size = { width: 1440, height: 900 };
export const NARROW: Size = { width: 375, height: 812 };
