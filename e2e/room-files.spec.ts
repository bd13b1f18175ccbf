import { png, textFile } from '@snug/testkit/browser/input-files.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('"Files" lists the pictures, files and links of a room, and leads to their messages', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Album', 'All of it');
  await ann.sendMessage('See [our garden](https://snug.example/garden) and https://snug.example/plan');
  await new UploadDialog(page).sendFiles(png('lake.png', 90, 60), textFile('words.txt'));
  await expect(ann.messages.getByText('words.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Files in Album' });
  await dialog.getByRole('button', { name: /lake/ }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: /lake/ }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoViolations(page, 'the pictures of a room');
  await page.setViewportSize(NARROW);
  await expect(dialog, 'although its button is now in the menu').toBeVisible();
  await page.setViewportSize(WIDE);

  await dialog.getByRole('tab', { name: 'Pictures' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByText('words.txt')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Links' }).click();
  await expect(dialog.getByRole('link', { name: 'our garden' })).toHaveAttribute(
    'href',
    'https://snug.example/garden',
  );
  await expect(dialog.getByRole('link', { name: 'https://snug.example/plan' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'Voice messages' }).click();
  await expect(dialog.getByText('No voice messages yet')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Links' }).click();
  await dialog.getByRole('link', { name: 'Go to message' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ann.getArticle('our garden')).toBeInViewport();
});

test('"Files" that were opened without a connection load as soon as it is back', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Tunnel', 'No network here');
  await new UploadDialog(page).sendFiles(png('lake.png', 90, 60));
  await expect(ann.messages.getByRole('button', { name: /lake/ })).toBeVisible();
  const files = page.getByRole('button', { name: 'Files', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Files in Tunnel' });
  await files.click();
  await expect(dialog.getByRole('button', { name: /lake/ }), 'its code has loaded').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.context().setOffline(true);
  await files.click();
  await expect(dialog.getByText("This list will appear when you're back online.")).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(dialog.getByRole('button', { name: /lake/ })).toBeVisible();
});
