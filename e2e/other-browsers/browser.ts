export interface Size {
  width: number;
  height: number;
}

/** How a browser is started. */
export interface Launch {
  size: Size;
  /** As a phone: one pointer, which is a finger. */
  touch?: boolean;
  dark?: boolean;
}

/** A device of the Actions API of W3C WebDriver, which WebDriver BiDi shares. */
export interface InputSource {
  type: 'key' | 'pointer' | 'wheel' | 'none';
  id: string;
  parameters?: { pointerType: 'mouse' | 'touch' };
  actions: readonly object[];
}

/** One browser with one page, on a profile of its own. */
export interface Browser {
  readonly name: 'firefox' | 'webkit';
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the source of a function in the page, without arguments, and resolves to its answer, which JSON can hold. */
  run(source: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Gives files to the file input that `selector` finds. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** A PNG of what is in view. */
  screenshot(): Promise<Buffer>;
  resize(size: Size): Promise<void>;
  cookies(): Promise<string>;
  /** Errors in the console, errors that nobody caught, and what the content security policy stopped. */
  readonly consoleErrors: string[];
  close(): Promise<void>;
}

export const WIDE: Size = { width: 1440, height: 900 };
export const NARROW: Size = { width: 375, height: 812 };
