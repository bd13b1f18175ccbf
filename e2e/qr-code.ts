import type { Locator } from '@playwright/test';
import decoder from 'jsqr';

/** Decodes the QR code on a part of the screen; undefined if there is none. */
export async function readQrCode(shown: Locator): Promise<string | undefined> {
  const picture = (await shown.screenshot()).toString('base64');
  const { pixels, width, height } = await shown.evaluate(async (_element, picture) => {
    const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let bytesAsText = '';
    for (const byte of data) bytesAsText += String.fromCharCode(byte);
    // As one text: an array of numbers took half a minute on a busy machine.
    return { pixels: btoa(bytesAsText), width: bitmap.width, height: bitmap.height };
  }, picture);
  return decoder.default(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)?.data;
}
