import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Locator } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

interface Receiver {
  url: string;
  bodies: string[];
  status: number;
}

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', bodies: [], status: 204 };
  const server = createServer((request, response) => {
    void text(request).then(body => {
      receiver.bodies.push(body);
      response.writeHead(receiver.status).end();
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

async function openWebhooks({ page }: ChatPage): Promise<Locator> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Access tokens').click();
  return page.getByRole('dialog', { name: 'Access tokens' });
}

for (const [where, viewport] of SCREENS) {
  test(`a person creates an outgoing webhook, tests it and sees its failures, ${where}`, async ({
    person,
  }) => {
    const receiver = await startReceiver();
    const ann = await person('Ann Alder', { viewport });
    const { page } = ann;
    await ann.createRoom('Quay', 'Where ships arrive');
    const room = page.url();
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    const dialog = await openWebhooks(ann);
    await dialog.getByRole('button', { name: 'New outgoing webhook' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'New outgoing webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill('not an address');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await expect(form.getByText('Enter an https address')).toBeVisible();
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await expect(form.getByText('Choose a room')).toBeVisible();
    await form.getByRole('searchbox', { name: 'Find rooms' }).fill('qua');
    await form.getByRole('button', { name: 'Quay', exact: true }).first().press('Enter');
    await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await expectNoViolations(page, 'the form');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await expect(form.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/);
    await expect(form.getByRole('button', { name: 'Copy secret' })).toBeFocused();
    await expectNoViolations(page, 'the secret');
    await form.getByRole('button', { name: 'Done' }).click();
    const item = dialog.getByRole('button', { name: /^Quay/ });
    await expect(item).toContainText('Delivering');
    await item.press('Enter');
    const details = page.getByRole('dialog', { name: 'Quay' });
    await details.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The receiver got the test')).toBeVisible();
    receiver.status = 503;
    await details.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The receiver responded with status 503')).toBeVisible();
    await expectNoViolations(page, 'the webhook');
    receiver.bodies.length = 0;
    await page.goto(room);
    await ann.sendMessage('A ship arrives');
    await expect.poll(() => receiver.bodies.join()).toContain('A ship arrives');
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    await openWebhooks(ann);
    await expect(item).toContainText('Waiting for the receiver since');
    await item.click();
    await expect(details.getByText('The receiver responded with status 503')).toBeVisible();
    receiver.status = 204;
    await details.getByRole('button', { name: 'Try again' }).click();
    await expect(details.getByText('Delivering')).toBeVisible();
    await details.getByRole('button', { name: 'Delete webhook' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this webhook?' });
    await question.getByRole('button', { name: 'Delete webhook' }).click();
    await expect(page.getByText('Webhook has been deleted')).toBeVisible();
    await expect(item).toBeHidden();
  });
}
