import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

test('an input error shows at its field', { tag: '@detail' }, async ({ person, visitor }) => {
  await person('Ann');
  const signIn = new SignInPage(await visitor());
  await signIn.open();
  await signIn.signIn(createEmail('Ann'), 'not the password');
  await expect(signIn.password).toHaveAccessibleDescription(/password/i);
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');

  await signIn.signUp('Ann again', createEmail('Ann'), PASSWORD);
  await expect(signIn.email).toHaveAttribute('aria-invalid', 'true');
  await expect(signIn.email).toHaveAccessibleDescription(/\w/);
});

test('a short password shows a clear error', { tag: '@detail' }, async ({ visitor }) => {
  const signIn = new SignInPage(await visitor());
  await signIn.open();
  await signIn.signUp('Ben', createEmail('Ben'), 'short');
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');
  await expect(signIn.password).toHaveAccessibleDescription(/8 characters/);
  await expect(signIn.password, 'the invalid field has the focus').toBeFocused();
});

test('white space counts in a password, but not around an address', { tag: '@detail' }, async ({
  visitor,
}) => {
  const signIn = new SignInPage(await visitor());
  await signIn.open();
  await signIn.signUp('Cat', `  ${createEmail('Cat')} `, ' a long password ');
  await expect(signIn.page).toHaveURL('/');
  await signIn.page.context().clearCookies();
  await signIn.open();
  await signIn.signIn(createEmail('Cat'), 'a long password');
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');
  await signIn.signIn(createEmail('Cat'), ' a long password ');
  await expect(signIn.page).toHaveURL('/');
});

test('signed-out people are redirected to the sign-in page, signed-in people away from it', {
  tag: '@detail',
}, async ({ visitor, person }) => {
  const page = await visitor();
  await page.goto('/chat/some-room');
  await expect(page).toHaveURL('/signin');

  const ann = await person('Ann');
  await expect(ann.page).toHaveURL('/');
  await ann.page.goto('/signin');
  await expect(ann.page).toHaveURL('/');
});

test('signing in leads to the requested room', async ({ person, visitor }) => {
  const ann = await person('Ann');
  await ann.createRoom('Linked', 'Reached by its address');
  const page = await visitor();
  await page.goto(new URL(ann.page.url()).pathname);
  const signIn = new SignInPage(page);
  await expect(
    page.getByRole('heading', { name: 'Create your account' }),
    'who is new comes to join',
  ).toBeVisible();
  await expect(page.getByText("You're invited to a room.")).toBeVisible();
  await expect(signIn.password, 'the hint shows before an error').toHaveAccessibleDescription(
    'Use at least 8 characters',
  );
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(page.getByRole('heading', { name: 'Linked' })).toBeVisible();

  const address = page.url();
  await page.context().clearCookies();
  await page.goto(address);
  await expect(signIn.heading, 'a known browser shows the sign-in form').toBeVisible();
});

test('the sign-in page is loaded on demand', { tag: '@detail' }, async ({ visitor }) => {
  const page = await visitor();
  const held = Promise.withResolvers<void>();
  await page.route(/assets\/sign-in-page.*\.js/, async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/signin');
  await expect(page.getByText('Loading...')).toBeVisible();
  held.resolve();
  await expect(new SignInPage(page).heading).toBeVisible();
});

test('signing out ends the session in all tabs', async ({ person }) => {
  const ann = await person('Ann');
  const tab = await ann.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await ann.page.getByRole('button', { name: 'Dashboard' }).click();
  const dashboard = ann.page.getByRole('dialog', { name: 'Dashboard' });
  await expect(dashboard.getByText('Hey, Ann')).toBeVisible();
  await dashboard.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(ann.page.getByText('Signed Out')).toBeVisible();
  await expect(ann.page).toHaveURL('/signin');
  await expect(tab).toHaveURL('/signin');

  await new SignInPage(ann.page).signIn(createEmail('Ann'), PASSWORD);
  await expect(ann.rooms).toBeVisible();
});
