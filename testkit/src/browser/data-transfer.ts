import type { JSHandle, Page } from '@playwright/test';
import type { InputFile } from './input-files.ts';

export function createDataTransfer(
  page: Page,
  files: readonly InputFile[],
  text?: string,
): Promise<JSHandle<DataTransfer>> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }));
  return page.evaluateHandle(
    ({ given, text }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (text !== undefined) transfer.setData('text/plain', text);
      return transfer;
    },
    { given, text },
  );
}

/** Pastes at the focus. Returns whether the page prevented the browser's default. */
export async function paste(page: Page, files: readonly InputFile[], text?: string): Promise<boolean> {
  const clipboardData = await createDataTransfer(page, files, text);
  return page.evaluate(clipboardData => {
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return !(document.activeElement ?? document.body).dispatchEvent(event);
  }, clipboardData);
}
