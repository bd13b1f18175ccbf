import { createDataTransfer, paste } from '@snug/testkit/browser/data-transfer.ts';
import { png, textFile } from '@snug/testkit/browser/input-files.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

const SIGN = 'Drop files to send them here';

for (const [where, viewport] of SCREENS) {
  test(`files can be dropped anywhere in a room, which shows that it accepts them, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await ann.createRoom('Files', 'All kinds');
    const upload = new UploadDialog(page);
    const sign = page.getByText(SIGN);
    const dataTransfer = await createDataTransfer(page, [png('one.png', 40, 30), textFile('two.txt')]);
    for (const target of [ann.messages, page.getByRole('heading', { name: 'Files' }), ann.composer]) {
      // A browser repeats the event. The first one can precede the code that handles it.
      await expect(async () => {
        await target.dispatchEvent('dragover', { dataTransfer });
        await expect(sign).toBeVisible({ timeout: 1000 });
      }).toPass();
      const [shown, room] = [await sign.boundingBox(), await ann.messages.boundingBox()];
      expect(shown?.width, 'over the whole room').toBeGreaterThan((room?.width ?? 0) - 40);
      expect(shown?.height).toBeGreaterThan(room?.height ?? 0);
      await target.dispatchEvent('dragleave', { dataTransfer });
      await expect(sign).toBeHidden();
    }
    await ann.messages.dispatchEvent('dragover', { dataTransfer });
    await ann.messages.dispatchEvent('drop', { dataTransfer });
    await expect(sign).toBeHidden();
    await expect(upload.items).toHaveText([/one\.png/, /two\.txt/]);
    await upload.drop(textFile('three.txt'));
    await expect(upload.items, 'an open dialog adds the files').toHaveCount(3);
    await upload.send.click();
    await expect(ann.articles).toHaveCount(3);
    await expect(upload.dialog).toBeHidden();

    await page.getByRole('button', { name: 'Room Information' }).click();
    const about = page.getByRole('dialog', { name: 'About Files' });
    await about.dispatchEvent('dragover', { dataTransfer });
    await about.dispatchEvent('drop', { dataTransfer });
    await expect(sign, 'not through a dialog').toBeHidden();
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
    await expect(upload.dialog).toHaveCount(0);

    const words = await createDataTransfer(page, [], 'only words');
    await ann.messages.dispatchEvent('dragover', { dataTransfer: words });
    await expect(sign).toHaveCount(0);
  });

  test(`a pasted picture opens the upload dialog, pasted text goes into the message, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await ann.createRoom('Pasted', 'Pictures of screens');
    const upload = new UploadDialog(page);
    await ann.composer.fill('look at ');
    expect(await paste(page, [], 'this'), 'the browser pastes text').toBe(false);
    await expect(upload.dialog).toHaveCount(0);
    expect(await paste(page, [png('image.png', 40, 30)])).toBe(true);
    await expect(upload.items).toHaveText([/image\.png/]);
    expect(await paste(page, [png('second.png', 40, 30)])).toBe(true);
    await expect(upload.items).toHaveText([/image\.png/, /second\.png/]);
    await upload.send.click();
    await expect(ann.articles).toHaveCount(2);
    await expect(ann.composer, 'the draft stays').toHaveValue('look at ');
    await ann.messages.focus();
    expect(await paste(page, [png('third.png', 40, 30)]), 'with the focus anywhere').toBe(true);
    await expect(upload.items).toHaveText([/third\.png/]);
    await expect(upload.send).toBeFocused();
    await upload.choose(png('fourth.png', 40, 30));
    await expect(upload.send, 'also after a choice').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ann.articles).toHaveCount(4);
    await expect(upload.dialog).toHaveCount(0);
    await expect(ann.composer).toBeFocused();
  });
}

test('back and forward keep the draft and the chosen files', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  const { page } = ann;
  await ann.createRoom('Swiped', 'By accident');
  await ann.composer.fill('half a sentence');
  await page.goBack();
  await expect(ann.composer).toBeHidden();
  await page.goForward();
  await expect(ann.composer).toHaveValue('half a sentence');
  const upload = new UploadDialog(page);
  await upload.open();
  await upload.choose(png('one.png', 40, 30), textFile('two.txt'));
  await expect(upload.items).toHaveCount(2);
  await page.goBack();
  await expect(upload.dialog).toBeHidden();
  await expect(ann.composer, 'Back closes the dialog first').toHaveValue('half a sentence');
  await page.goBack();
  await expect(ann.composer).toBeHidden();
  await page.goForward();
  await expect(ann.composer).toHaveValue('half a sentence');
  await expect(upload.dialog, 'the dialog stays closed').toBeHidden();
  await upload.open();
  await expect(upload.items).toHaveText([/one\.png/, /two\.txt/]);
  await upload.send.click();
  await expect(ann.articles).toHaveCount(2);
  await page.goBack();
  await page.goForward();
  await expect(ann.articles).toHaveCount(2);
  await expect(upload.dialog, 'sent files are removed from the dialog').toHaveCount(0);
});
