import type { Locator, Page } from '@playwright/test';

export class SignInPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly newHeading: Locator;
  readonly name: Locator;
  readonly email: Locator;
  readonly password: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Sign in to Snug' });
    this.newHeading = page.getByRole('heading', { name: 'Create your account' });
    this.name = page.getByRole('textbox', { name: 'Name' });
    this.email = page.getByRole('textbox', { name: 'Email' });
    this.password = page.getByLabel('Password', { exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/signin');
    await this.heading.or(this.newHeading).waitFor();
    // A server without accounts begins with the first one.
    if (await this.newHeading.isVisible()) {
      await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await this.page.mouse.move(0, 0);
    }
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async signUp(name: string, email: string, password: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Create an account' }).click();
    await this.name.fill(name);
    await this.email.fill(email);
    await this.password.fill(password);
    await this.page.getByRole('button', { name: 'Create account' }).click();
  }
}
