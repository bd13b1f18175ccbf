import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';
import { readQrCode } from './qr-code.ts';

for (const [where, viewport] of SCREENS) {
  test(`the first person is guided to create the first room and to invite others, ${where}`, {
    tag: ['@own-server', '@detail', '@journey'],
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await expect(page.getByText('Please select chat')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create the first room' }).click();
    const dialog = page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('textbox', { name: 'Room name' }).fill('Lounge');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('A place to sit');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Lounge' })).toBeVisible();
    await expect(page.getByText('Lounge has been created')).toBeVisible();
    await expect(ann.composer, 'the composer has the focus').toBeFocused();

    const link = page.url();
    const invitation = page.getByRole('region', { name: 'Invitation' });
    const code = page.getByRole('img', { name: 'QR code for this link' });
    await expect(invitation).toContainText(link);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => readQrCode(code), colorScheme).toBe(link);
      await expectNoViolations(page, `invitation, ${colorScheme}, ${where}`);
    }
    await invitation.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    await ann.composer.press('ControlOrMeta+v');
    await expect(ann.composer).toHaveValue(link);

    const ben = await person('Ben', { viewport });
    await ben.page.goto(link);
    await expect(ben.page.getByText('No messages yet', { exact: true })).toBeVisible();
    await expect(
      ben.page.getByRole('region', { name: 'Invitation' }),
      'guests see no invitation',
    ).toHaveCount(0);
    await ann.sendMessage('Hello');
    await expect(ben.getArticle('Hello')).toBeVisible();
    await expect(invitation, 'the room has messages').toHaveCount(0);
    await ben.page.getByRole('button', { name: 'Room Information' }).click();
    const about = ben.page.getByRole('dialog', { name: 'About Lounge' });
    await expect(about).toContainText(link);
    await expect.poll(() => readQrCode(about.getByRole('img'))).toBe(link);
    await about.getByRole('button', { name: 'Copy link' }).click();
    await expect(ben.page.getByText('Link copied')).toBeVisible();
  });

  test(`the dialog for the first room stays open if another person creates a room first, ${where}`, {
    tag: ['@own-server', '@detail'],
  }, async ({ person }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben')];
    await ann.page.getByRole('button', { name: 'Create the first room' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('textbox', { name: 'Room name' }).fill('Slow');
    await ben.createRoom('Fast', 'Made at once');
    // Hidden from screen readers by the modal dialog.
    await expect(ann.page.locator('nav a', { hasText: 'Fast' })).toBeAttached();
    await expect(dialog.getByRole('textbox', { name: 'Room name' })).toHaveValue('Slow');
    await ann.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(ann.getRoomLink('Fast')).toBeVisible();
    await expect(ann.page.getByRole('button', { name: 'Create the first room' })).toHaveCount(0);
    if (where === 'wide') await expect(ann.page.getByText('Please select chat')).toBeVisible();
  });
}

test('a server without accounts opens with the form for the first one, and then with the sign-in', {
  tag: '@own-server',
}, async ({ visitor }) => {
  const page = await visitor({ viewport: NARROW });
  const signIn = new SignInPage(page);
  await page.goto('/');
  await expect(signIn.newHeading).toBeVisible();
  await expect(
    page.getByText('The link that Snug printed when it started makes the first account the admin.'),
  ).toBeVisible();
  await expectNoViolations(page, 'the first account');
  await signIn.name.fill('Ann');
  await signIn.email.fill(createEmail('Ann'));
  await signIn.password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(signIn.heading, 'in the same page').toBeVisible();
  const other = await visitor();
  await other.goto('/');
  await expect(new SignInPage(other).heading).toBeVisible();
});

for (const policy of ['invite', 'closed'])
  test(`without accounts, a server whose sign-up is "${policy}" asks for its link`, {
    tag: ['@own-server', '@detail'],
  }, async ({ visitor, server }) => {
    await server.restart({ SNUG_SIGN_UP: policy });
    const page = await visitor();
    const signIn = new SignInPage(page);
    await page.goto('/');
    await expect(signIn.newHeading).toBeVisible();
    await expect(page.getByText('Open the link that Snug printed when it started.')).toBeVisible();
    await expect(signIn.password, 'nobody can sign up here').toHaveCount(0);
    await expectNoViolations(page, policy);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(signIn.heading).toBeVisible();
  });

test('an empty private room offers to invite people', async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  const { page } = ann;
  await page.getByRole('button', { name: 'Create new chat room' }).click();
  const dialog = page.getByRole('dialog', { name: 'New chat room' });
  await dialog.getByRole('textbox', { name: 'Room name' }).fill('Den');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For few');
  await dialog.getByText('Only people you invite').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const offer = page.getByRole('log').getByRole('button', { name: 'Invite people' });
  await offer.click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await expect(invite.getByRole('button', { name: 'Copy link' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(invite).toBeHidden();
  await expect(offer, 'the focus returns').toBeFocused();
  await ann.sendMessage('Hello');
  await expect(ann.getArticle('Hello')).toBeVisible();
  await expect(offer).toHaveCount(0);
});
