import { CommandError, plainText } from '@snug/protocol';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readWebhookText } from './webhook-text.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_BODY = '{"text":"A ship","username":"ignored","attachments":[]}';

function read(type: string | undefined, body: string | Uint8Array, headers = {}): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return readWebhookText({ ...(type && { 'content-type': type }), ...headers }, bytes);
}

const BODIES = [
  ['text/plain', 'A ship'],
  ['text/plain; charset=utf-8', 'A ship\n'],
  [undefined, 'A ship\r\n'],
  [JSON_TYPE, JSON_BODY],
  ['Application/JSON; charset=utf-8', JSON_BODY],
  [FORM_TYPE, new URLSearchParams({ payload: JSON_BODY }).toString()],
  [FORM_TYPE, new URLSearchParams({ text: 'A ship' }).toString()],
  // curl with `-d` and no type.
  [FORM_TYPE, JSON_BODY],
  [FORM_TYPE, 'A ship'],
  [FORM_TYPE, 'payload=&text=A+ship'],
  [FORM_TYPE, 'message=A+ship&priority=5'],
  [`${FORM_TYPE}; charset=utf-8`, 'channel=x&text=%41%20ship'],
  // HTTP libraries declare JSON as a text, or not at all.
  [undefined, JSON_BODY],
  ['text/plain; charset=utf-8', JSON_BODY],
  ['text/json', JSON_BODY],
] as const;

for (const [type, body] of BODIES)
  test(`BT10 a webhook takes the text of ${type}: ${body.slice(0, 20)}`, async () => {
    expect(await read(type, body)).toBe('A ship');
  });

test('BT10 a webhook takes the field of a form with parts', async () => {
  for (const [name, value] of [
    ['payload', JSON_BODY],
    ['payload_json', '{"content":"A ship"}'],
    ['text', 'A ship'],
    ['message', 'A ship'],
  ] as const) {
    const form = new FormData();
    form.set('channel', '#alerts');
    form.set(name, value);
    const request = new Response(form);
    const type = request.headers.get('content-type') ?? '';
    expect(await read(type, new Uint8Array(await request.arrayBuffer()))).toBe('A ship');
    await expect(read(type, 'no parts')).rejects.toThrow('broken or incomplete');
  }
});

test('BT10 the title of a form stands above its text', async () => {
  for (const name of ['title', 'subject']) {
    const write = (text: string) => new URLSearchParams({ [name]: 'Disk *sda*', text }).toString();
    expect(await read(FORM_TYPE, write('91 % &lt;'))).toBe('**Disk *sda***\n91 % &lt;');
    expect(await read(FORM_TYPE, write('Disk *sda* is full'))).toBe('Disk *sda* is full');
    expect(await read(FORM_TYPE, write(''))).toBe('**Disk *sda***');
  }
});

test("BT10 a plain text is no JSON and keeps Slack's marks", async () => {
  expect(await read('text/plain', ' {"text":1}\n\n*x* &lt;')).toBe(' {"text":1}\n\n*x* &lt;');
  const line = '{"level":"info","text":"*x*"}';
  expect(await read('text/plain', line)).toBe(line);
});

test('BT10 half a character becomes a sign, and a compressed body is refused', async () => {
  for (const encoding of ['', 'Identity'])
    expect(await read(JSON_TYPE, JSON_BODY, { 'content-encoding': encoding })).toBe('A ship');
  expect(await read(JSON_TYPE, String.raw`{"text":"cut \ud83d"}`)).toBe('cut \ufffd');
  await expect(read(JSON_TYPE, JSON_BODY, { 'content-encoding': 'gzip' })).rejects.toThrow('is compressed');
});

test('BT10 a byte order mark and the declared charset determine the characters', async () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  expect(await read(JSON_TYPE, `\ufeff${JSON_BODY}`)).toBe('A ship');
  expect(await read('text/plain; charset=iso-8859-1', bytes(0x4d, 0xfc, 0x6c, 0x6c))).toBe('Müll');
  expect(await read('text/plain; charset="windows-1251"', bytes(0xcf, 0xee))).toBe('По');
  expect(await read('text/plain', bytes(0xff, 0xfe, 0x50, 0x04))).toBe('\u0450');
  expect(await read('text/plain;charset=shift_jis', bytes(0x93, 0xfa))).toBe('日');
  expect(await read(`${FORM_TYPE}; charset=iso-8859-1`, 'text=M%FCll+%80')).toBe('Müll €');
  expect(await read(`${FORM_TYPE}; charset=shift_jis`, 'text=%83%5C%83%7A')).toBe('ソホ');
  // Without a charset: UTF-8, also if it is cut, and else what Windows PowerShell sends.
  expect(await read('text/plain', bytes(0x4d, 0xc3, 0xbc, 0x6c, 0xc3))).toBe('Mül\ufffd');
  expect(await read(JSON_TYPE, new Uint8Array(Buffer.from('{"text":"Müll"}', 'latin1')))).toBe('Müll');
  expect(await read('text/plain; charset=utf-8', bytes(0x4d, 0xfc))).toBe('M\ufffd');
  await expect(read('text/plain; charset=klingon', 'x')).rejects.toThrow('charset klingon is unknown');
});

test('BT10 a long text is cut with a note, outside of code, and never within a character', async () => {
  const log = `Build log\n\`\`\`\n${'line of a log\n'.repeat(1_000)}\`\`\``;
  const cut = await read(JSON_TYPE, JSON.stringify({ text: log }));
  expect(cut.length).toBeLessThanOrEqual(10_000);
  expect(cut).toMatch(/line of a log\n```\n… \d,\d{3} more characters were cut$/);
  const faces = await read('text/plain', `x${'🙂'.repeat(6_000)}`);
  expect(faces.isWellFormed()).toBe(true);
  expect(faces).toMatch(/🙂\n… 2,0\d\d more characters were cut$/u);
});

/** As the programs send them by default, shortened. */
const SENDERS: readonly [sender: string, payload: unknown, text: string][] = [
  [
    'Alertmanager',
    {
      channel: '#alerts',
      username: 'Alertmanager',
      attachments: [
        {
          title: '[FIRING:1] HighCPU node (web-1 critical)',
          title_link: 'http://alertmanager:9093/#/alerts?receiver=slack',
          pretext: '',
          text: '',
          fallback:
            '[FIRING:1] HighCPU node (web-1 critical) | http://alertmanager:9093/#/alerts?receiver=slack',
          callback_id: '',
          footer: '',
          color: 'danger',
          mrkdwn_in: ['fallback', 'pretext', 'text'],
        },
      ],
    },
    '**[[FIRING:1] HighCPU node (web-1 critical)](http://alertmanager:9093/#/alerts?receiver=slack)**',
  ],
  [
    'Grafana',
    {
      username: 'Grafana',
      attachments: [
        {
          color: '#D63232',
          title: '[FIRING:1] CPU high (web-1)',
          title_link: 'http://grafana:3000/alerting/list',
          text: '**Firing**\n\nValue: A=97\nLabels:\n - alertname = CPU high',
          fallback: '[FIRING:1] CPU high (web-1)',
          fields: null,
          footer: 'Grafana v11.2.0',
          ts: 1_725_000_000,
        },
      ],
    },
    '**[[FIRING:1] CPU high (web-1)](http://grafana:3000/alerting/list)**\n**Firing**\n\nValue: A=97\nLabels:\n - alertname = CPU high',
  ],
  [
    'Uptime Kuma with blocks',
    {
      channel: 'ops',
      username: 'Uptime Kuma',
      icon_emoji: ':heart:',
      attachments: [
        {
          color: '#2eb886',
          blocks: [
            { type: 'header', text: { type: 'plain_text', text: 'Uptime Kuma Alert' } },
            {
              type: 'section',
              fields: [
                { type: 'mrkdwn', text: '[Other] [✅ Up] ' },
                { type: 'mrkdwn', text: '*Time (UTC)*\n2025-01-01 10:00' },
              ],
            },
            {
              type: 'actions',
              elements: [
                {
                  type: 'button',
                  text: { type: 'plain_text', text: 'Visit Uptime Kuma' },
                  value: 'x',
                  url: 'https://up.example/1',
                },
              ],
            },
          ],
        },
      ],
    },
    '**Uptime Kuma Alert**\n[Other] [✅ Up] \n**Time (UTC)**\n2025-01-01 10:00\n[Visit Uptime Kuma](https://up.example/1)',
  ],
  [
    'GitLab',
    {
      username: 'GitLab',
      text: 'Ann pushed to branch <https://git.example/g/p/commits/main|main> of <https://git.example/g/p|Group / Project> (<https://git.example/g/p/compare/1...2|Compare changes>)',
      attachments: [
        { text: '<https://git.example/g/p/-/commit/1|1111aaaa>: Fix &lt;head&gt; - Ann', color: '#345' },
      ],
    },
    'Ann pushed to branch [main](https://git.example/g/p/commits/main) of [Group / Project](https://git.example/g/p) ([Compare changes](https://git.example/g/p/compare/1...2))\n[1111aaaa](https://git.example/g/p/-/commit/1): Fix <head> - Ann',
  ],
  [
    'Gitea',
    {
      channel: '#dev',
      username: 'Gitea',
      text: '[<https://git.example/o/r|o/r>:<https://git.example/o/r/src/branch/main|main>] 1 new commit pushed by ann',
      attachments: [
        {
          fallback: '',
          color: '#ffff',
          title: '',
          title_link: '',
          text: '<https://git.example/o/r/commit/1|2020558> commit message - ann',
        },
      ],
    },
    '[[o/r](https://git.example/o/r):[main](https://git.example/o/r/src/branch/main)] 1 new commit pushed by ann\n[2020558](https://git.example/o/r/commit/1) commit message - ann',
  ],
  [
    'Jenkins',
    {
      attachments: [
        {
          fallback: 'job - #12 Success after 3 sec (<http://ci.example/job/12/|Open>)',
          color: 'good',
          text: 'job - #12 Success after 3 sec (<http://ci.example/job/12/|Open>)',
          fields: [{ title: 'Test Status', value: 'Passed: 3', short: true }],
          mrkdwn_in: ['pretext', 'text', 'fields'],
        },
      ],
    },
    'job - #12 Success after 3 sec ([Open](http://ci.example/job/12/))\n**Test Status**: Passed: 3',
  ],
  [
    'Netdata',
    {
      channel: '#alarms',
      username: 'netdata on db1',
      text: 'db1 is critical, `system.cpu` (_cpu_), *cpu usage = 97%*',
      attachments: [
        {
          fallback: 'cpu usage - system.cpu (cpu) - critical',
          color: 'danger',
          title: 'cpu usage = 97%',
          title_link: 'http://registry.example/goto',
          text: 'average cpu utilization',
          fields: [
            { title: 'system.cpu', short: true },
            { title: 'cpu', value: '97%', short: true },
          ],
          footer: 'by <http://registry.example|db1>',
          ts: 1,
        },
      ],
    },
    'db1 is critical, `system.cpu` (_cpu_), **cpu usage = 97%**\n**[cpu usage = 97%](http://registry.example/goto)**\naverage cpu utilization\n**system.cpu**\n**cpu**: 97%',
  ],
  [
    'Healthchecks',
    {
      username: 'Healthchecks',
      attachments: [
        {
          color: 'danger',
          fallback: 'The check "Backup" is DOWN.',
          mrkdwn_in: ['fields'],
          title: '“Backup” is DOWN.',
          title_link: 'https://hc.example/1',
          fields: [{ title: 'Last Ping', value: 'an hour ago', short: true }],
        },
      ],
    },
    '**[“Backup” is DOWN.](https://hc.example/1)**\n**Last Ping**: an hour ago',
  ],
  [
    'Flux',
    {
      attachments: [
        {
          color: 'good',
          author_name: 'kustomization/apps.flux-system',
          text: 'Applied revision: main/1',
          mrkdwn_in: ['text'],
          fields: [{ title: 'revision', value: 'main/1' }],
        },
      ],
    },
    'kustomization/apps.flux-system\nApplied revision: main/1\n**revision**: main/1',
  ],
  [
    'CircleCI',
    {
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Job failed', emoji: true } },
        { type: 'section', fields: [{ type: 'mrkdwn', text: '*Project*: shop' }] },
        { type: 'divider' },
        {
          type: 'context',
          elements: [
            { type: 'image', image_url: 'x', alt_text: 'x' },
            { type: 'mrkdwn', text: 'by &lt;bot&gt;' },
          ],
        },
      ],
      text: '',
    },
    '**Job failed**\n**Project**: shop\nby <bot>',
  ],
  [
    'rich text',
    {
      text: 'fallback',
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'Hi ' },
                { type: 'user', user_id: 'U1' },
                { type: 'text', text: ' now ', style: { bold: true } },
                { type: 'emoji', name: 'tada', unicode: '1f389' },
              ],
            },
            {
              type: 'rich_text_list',
              style: 'ordered',
              elements: [
                {
                  type: 'rich_text_section',
                  elements: [{ type: 'link', url: 'https://a.example', text: 'a' }],
                },
              ],
            },
            { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x = 1' }] },
            { type: 'rich_text_quote', elements: [{ type: 'text', text: 'one\ntwo' }] },
          ],
        },
      ],
    },
    'Hi @U1 **now** 🎉\n1. [a](https://a.example)\n```\nx = 1\n```\n> one\n> two',
  ],
  [
    'attachments with equal fields, and a picture',
    {
      attachments: [
        { title: 'A', fields: [{ title: 'Severity', value: 'High' }], image_url: 'https://a.example/a.png' },
        { title: 'B', fields: [{ title: 'Severity', value: 'High' }] },
      ],
    },
    '**A**\n**Severity**: High\nhttps://a.example/a.png\n\n**B**\n**Severity**: High',
  ],
  [
    'cards, containers, tables, alerts and Markdown',
    {
      blocks: [
        {
          type: 'carousel',
          elements: [
            {
              type: 'card',
              title: { type: 'mrkdwn', text: '*Disk*' },
              subtitle: { type: 'plain_text', text: ':fire:' },
              body: { type: 'mrkdwn', text: '90%' },
              actions: [
                { type: 'button', text: { type: 'plain_text', text: 'Go' }, url: 'https://a.example' },
              ],
            },
          ],
        },
        {
          type: 'container',
          title: { type: 'plain_text', text: 'Two' },
          child_blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'one' } }, null],
        },
        {
          type: 'data_table',
          caption: 'Hosts',
          rows: [
            [
              { type: 'raw_text', text: 'db' },
              { type: 'raw_number', value: 5 },
            ],
          ],
        },
        { type: 'alert', level: 'warning', text: { type: 'mrkdwn', text: 'careful' } },
        { type: 'markdown', text: '## Head\n```\n# code\n```' },
      ],
    },
    '**Disk**\n🔥\n90%\n[Go](https://a.example)\n**Two**\none\nHosts\ndb | 5\ncareful\n**Head**\n```\n# code\n```',
  ],
  [
    "Argo CD's template for Slack",
    { text: ':white_check_mark: Application shop is now running new version.' },
    '✅ Application shop is now running new version.',
  ],
  [
    'Datadog',
    { body: 'CPU is high', event_type: 'metric', title: 'Alert', id: '5' },
    '**Alert**\nCPU is high',
  ],
  ['Uptime Kuma', { heartbeat: {}, monitor: {}, msg: '[shop] [✅ Up] 200 - OK' }, '[shop] [✅ Up] 200 - OK'],
  [
    'Azure DevOps',
    { eventType: 'git.push', message: { text: 'Ann pushed to shop', markdown: 'Ann pushed to `shop`' } },
    'Ann pushed to `shop`',
  ],
  ['a title that the text begins with', { title: 'Disk full', text: 'Disk full on db1' }, 'Disk full on db1'],
  [
    'only a fallback',
    { text: null, attachments: [{ fallback: 'Disk &gt; 90%', color: 'danger' }] },
    'Disk > 90%',
  ],
  [
    'one attachment without a list',
    { attachments: { pretext: 'New:', title: 'A', text: 5 } },
    'New:\n**A**\n5',
  ],
  [
    'repeated lines',
    { text: 'Down', attachments: [{ pretext: 'Down', text: 'Down', title: 'x' }] },
    'Down\n**x**',
  ],
  [
    "Discord's form",
    {
      content: '**Up**',
      embeds: [
        {
          title: 'web',
          url: 'https://a.example',
          description: 'fine',
          fields: [{ name: 'Ping', value: '12 ms' }],
        },
      ],
    },
    '**Up**\n**[web](https://a.example)**\nfine\n**Ping**: 12 ms',
  ],
  [
    "Discord's mentions, emoji, times, headings, authors and pictures",
    {
      content: '# Up\nHi <@12> <@&7> <#9> <a:wave:1> <t:1618953630:R> :bee:',
      embeds: [
        {
          author: { name: 'Sonarr' },
          image: { url: 'https://a.example/a.png' },
          footer: { text: 'ignored' },
        },
        { footer: { text: 'alone' } },
      ],
    },
    '**Up**\nHi @12 @7 #9 👋 2021-04-20 21:20 UTC 🐝\nSonarr\nhttps://a.example/a.png\nalone',
  ],
  [
    "Discord's fields without a name, without a value, and with several lines",
    {
      embeds: [
        {
          fields: [
            { name: '\u200B', value: 'the rest' },
            { name: '', value: 'two' },
            { name: 'Done', value: '\u200B' },
            { name: 'Log', value: 'a\nb' },
          ],
        },
      ],
    },
    'the rest\ntwo\n**Done**\n**Log**\na\nb',
  ],
  [
    'a message card of Microsoft Teams',
    {
      '@type': 'MessageCard',
      '@context': 'http://schema.org/extensions',
      themeColor: '0076D7',
      summary: 'ignored',
      title: 'Build 12 failed',
      text: 'On **main**, <!channel>',
      sections: [
        {
          title: '# Details',
          activityTitle: 'Ann',
          activitySubtitle: 'shop',
          facts: [
            { name: 'Stage', value: 'test' },
            { name: 'Log', value: '*all* of it' },
          ],
          markdown: true,
        },
      ],
      potentialAction: [
        {
          '@type': 'OpenUri',
          name: 'View',
          targets: [{ os: 'default', uri: 'https://ci.example/12' }],
        },
        { '@type': 'ViewAction', name: 'Old', target: ['https://ci.example/old'] },
        { '@type': 'HttpPOST', name: 'Retry', target: 'javascript:x' },
      ],
    },
    '**Build 12 failed**\nOn **main**, <!channel>\n**Details**\nAnn\nshop\n**Stage**: test\n**Log**: *all* of it\n[View](https://ci.example/12) · [Old](https://ci.example/old) · Retry',
  ],
  [
    'a message card of Microsoft Teams with only a summary',
    { '@type': 'messageCard', summary: 'Task finished', sections: [{}, null] },
    'Task finished',
  ],
  [
    'an adaptive card of Microsoft Teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: 'Disk full', size: 'Large', weight: 'Bolder' },
              {
                type: 'ColumnSet',
                columns: [
                  { type: 'Column', items: [{ type: 'TextBlock', text: 'db1' }] },
                  { type: 'Column', items: [{ type: 'TextBlock', text: '_97 %_' }] },
                ],
              },
              { type: 'Container', items: [{ type: 'FactSet', facts: [{ title: 'Team', value: 'ops' }] }] },
              { type: 'RichTextBlock', inlines: ['now ', { type: 'TextRun', text: 'red' }, null] },
              {
                type: 'Table',
                columns: [{ width: 1 }, { width: 1 }],
                rows: [
                  {
                    type: 'TableRow',
                    cells: [
                      { type: 'TableCell', items: [{ type: 'TextBlock', text: 'a' }] },
                      { type: 'TableCell', items: [{ type: 'TextBlock', text: 'b' }] },
                    ],
                  },
                ],
              },
              { type: 'Image', url: 'https://a.example/a.png', altText: 'graph' },
              {
                type: 'ActionSet',
                actions: [{ type: 'Action.OpenUrl', title: 'Go', url: 'https://a.example' }],
              },
              { type: 'Input.Text', id: 'comment' },
            ],
            actions: [
              { type: 'Action.OpenUrl', title: 'Open', url: 'https://b.example' },
              { type: 'Action.Submit', title: 'OK' },
            ],
          },
        },
      ],
    },
    '**Disk full**\ndb1\n_97 %_\n**Team**: ops\nnow red\na | b\n[graph](https://a.example/a.png)\n[Go](https://a.example)\n[Open](https://b.example)',
  ],
  [
    'a message card of Microsoft Teams without its type',
    { '@context': 'https://schema.org/extensions', title: 'Up', sections: [{ activityTitle: 'shop' }] },
    '**Up**\nshop',
  ],
  [
    'a text of Microsoft Teams above its card',
    {
      type: 'message',
      text: 'Hello',
      attachments: [{ content: { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Disk full' }] } }],
    },
    'Hello\n\nDisk full',
  ],
  [
    'an adaptive card without its envelope',
    { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Hi' }] },
    'Hi',
  ],
  [
    'Docker Hub',
    {
      callback_url: 'https://registry.hub.docker.com/u/ann/shop/hook/2141/',
      push_data: { pushed_at: 1_417_566_161, pusher: 'ann', tag: 'latest' },
      repository: {
        name: 'shop',
        namespace: 'ann',
        repo_name: 'ann/shop',
        repo_url: 'https://hub.docker.com/r/ann/shop',
        status: 'Active',
      },
    },
    '[ann/shop:latest](https://hub.docker.com/r/ann/shop) was pushed by ann',
  ],
  [
    'an incident of PagerDuty',
    {
      event: {
        id: '5ac64822',
        event_type: 'incident.priority_updated',
        resource_type: 'incident',
        agent: { summary: 'Ann', type: 'user_reference' },
        data: {
          type: 'incident',
          html_url: 'https://acme.pagerduty.com/incidents/P1',
          title: 'Shop is slow <!here>',
          service: { summary: 'Shop' },
          assignees: [{ summary: 'Ben' }, { summary: 'Cy' }],
          priority: { summary: 'P1' },
          urgency: 'high',
        },
      },
    },
    '**Incident priority updated**: [Shop is slow <!here>](https://acme.pagerduty.com/incidents/P1) by Ann\n**Service**: Shop\n**Priority**: P1\n**Assigned to**: Ben, Cy',
  ],
  [
    'a note of PagerDuty',
    {
      event: {
        event_type: 'incident.annotated',
        agent: null,
        data: {
          type: 'incident_note',
          incident: { summary: 'Shop is slow', html_url: 'https://acme.pagerduty.com/incidents/P1' },
          content: 'It is the cache',
        },
      },
    },
    '**Incident annotated**: [Shop is slow](https://acme.pagerduty.com/incidents/P1)\nIt is the cache',
  ],
  [
    'an incident of Statuspage',
    {
      meta: { unsubscribe: 'https://status.example/u' },
      page: { id: 'j2m', status_indicator: 'critical', status_description: 'Major System Outage' },
      incident: {
        name: 'Slow queries',
        status: 'in_progress',
        impact: 'critical',
        shortlink: 'http://stspg.example/dd',
        incident_updates: [
          { body: 'We found it.', status: 'identified' },
          { body: 'We look.', status: 'investigating' },
        ],
      },
    },
    '**[Slow queries](http://stspg.example/dd)**: in progress\nWe found it.',
  ],
  [
    'a component of Statuspage',
    {
      page: { id: 'j2m', status_description: 'Major System Outage' },
      component_update: { old_status: 'operational', new_status: 'major_outage', component_id: 'x' },
      component: { id: 'x', name: 'API', status: 'major_outage' },
    },
    '**API**: operational → major outage',
  ],
  [
    'Opsgenie',
    {
      action: 'AddNote',
      alert: {
        alertId: '052652ac',
        message: 'Disk full',
        tags: ['db'],
        username: 'ann@example.org',
        note: 'It is the log',
        priority: 'P2',
      },
      source: { name: '', type: 'web' },
      integrationName: 'Webhook',
    },
    '**AddNote**: Disk full by ann@example.org\nIt is the log\n**Priority**: P2',
  ],
  [
    'New Relic',
    {
      id: 'ce2d0e8a',
      issueUrl: 'https://radar-api.service.newrelic.com/accounts/1/issues/1',
      title: 'CPU above 90 %',
      priority: 'CRITICAL',
      state: 'ACTIVATED',
      totalIncidents: 1,
    },
    '**Activated**: [CPU above 90 %](https://radar-api.service.newrelic.com/accounts/1/issues/1)\n**Priority**: critical',
  ],
  [
    'the older alerts of Grafana without a text',
    { title: '[OK] CPU', ruleName: 'CPU', ruleUrl: 'http://grafana:3000/d/1', state: 'ok', evalMatches: [] },
    '**[OK] CPU**',
  ],
  [
    'Home Assistant',
    { message: 'The door is open', title: 'Alarm', target: ['x'] },
    '**Alarm**\nThe door is open',
  ],
];

for (const [sender, payload, text] of SENDERS)
  test(`BT10 a webhook understands ${sender}`, async () => {
    expect(await read(JSON_TYPE, JSON.stringify(payload))).toBe(text.trim());
    const form = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    expect(await read(FORM_TYPE, form)).toBe(text.trim());
  });

const WAYS: readonly [headers: Record<string, string>, payload: unknown, way: RegExp][] = [
  [{ 'x-github-event': 'push' }, { ref: 'refs/heads/main', commits: [] }, /^GitHub/],
  [{ 'x-github-event': 'push', 'x-gitea-event': 'push' }, { ref: 'x' }, /type Slack/],
  [{ 'x-gitlab-event': 'Push Hook' }, { object_kind: 'push' }, /Slack notifications/],
  [{}, { webhookEvent: 'jira:issue_created', issue: {} }, /Jira/],
  [{ 'sentry-hook-resource': 'issue' }, { action: 'created', data: {} }, /Sentry/],
  [{}, { version: '4', receiver: 'snug', status: 'firing', alerts: [{}] }, /slack_configs/],
  [{ 'x-amz-sns-message-type': 'Notification' }, { Type: 'Notification', Message: 'x' }, /Amazon SNS/],
  [{}, { app: 'argocd' }, /Slack/],
  [{}, { text: '', attachments: [{}], blocks: [{ type: 'divider' }] }, /Slack/],
  [{}, [], /Slack/],
  [{}, null, /Slack/],
];

for (const [headers, payload, way] of WAYS)
  test(`BT10 JSON without a text names the way that works: ${JSON.stringify(payload).slice(0, 40)}`, async () => {
    await expect(read(JSON_TYPE, JSON.stringify(payload), headers)).rejects.toThrow(way);
  });

const BROKEN_EVENTS: readonly unknown[] = [
  { '@type': 'MessageCard', title: {}, sections: 'x', potentialAction: [null, { targets: 'x' }] },
  { '@type': ['MessageCard'], summary: 'x' },
  { type: 'message', attachments: [{ content: { type: 'AdaptiveCard', body: { type: 'TextBlock' } } }] },
  { type: 'AdaptiveCard', body: [{ type: 'RichTextBlock', inlines: 'x' }], actions: [{ title: 'OK' }] },
  { push_data: { tag: 'latest' }, repository: 'shop' },
  { event: { event_type: 'incident.triggered', data: null } },
  { page: {}, incident: { name: 'x' } },
  { page: { id: 'x' }, component: { name: 'API' }, component_update: {} },
];

for (const payload of BROKEN_EVENTS)
  test(`BT10 an event without its fields is refused: ${JSON.stringify(payload).slice(0, 60)}`, async () => {
    await expect(read(JSON_TYPE, JSON.stringify(payload))).rejects.toThrow(/Slack/);
  });

test('BT10 the levels of a card are limited', async () => {
  const nest = (levels: number): object =>
    levels === 0 ? { type: 'TextBlock', text: 'deep' } : { type: 'Container', items: [nest(levels - 1)] };
  const body = (levels: number) =>
    JSON.stringify({ type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'top' }, nest(levels)] });
  expect(await read(JSON_TYPE, body(5))).toBe('top\ndeep');
  expect(await read(JSON_TYPE, body(2_000))).toBe('top');
});

test('BT10 an empty or broken body is refused', async () => {
  for (const type of ['text/plain', JSON_TYPE, FORM_TYPE])
    for (const body of ['', ' \n']) await expect(read(type, body)).rejects.toThrow('no text');
  for (const body of ['{', '{"text":', '{"text":"two\nlines"}', '{"text":"x",}'])
    await expect(read(JSON_TYPE, body)).rejects.toThrow('JSON in the body is broken');
});

test('BT10 a body of more values than a program sends is refused before it is read', async () => {
  const body = (count: number) =>
    JSON.stringify({ text: 'x', attachments: Array.from({ length: count }, () => ({})) });
  expect(await read(JSON_TYPE, body(19_000))).toBe('x');
  await expect(read(JSON_TYPE, body(20_000))).rejects.toThrow('more than 20000 values');
  expect(await read('text/plain', body(20_000))).toMatch(/^\{/);
});

test.each([-1, -1e300, 1e300, '-3', 'x', [], { toString: 1, valueOf: 1 }])(
  'BT10 a list, a date and a card with %j in place of a number or a word have their texts',
  async value => {
    const parts = [{ type: 'text', text: 'A ship' }];
    const item = { type: 'rich_text_section', elements: parts };
    const list = { type: 'rich_text_list', style: 'bullet', indent: value, offset: value, elements: [item] };
    const date = { type: 'rich_text_section', elements: [{ type: 'date', timestamp: value }, ...parts] };
    for (const element of [list, { ...list, style: 'ordered' }, date])
      expect(
        await read(JSON_TYPE, JSON.stringify({ blocks: [{ type: 'rich_text', elements: [element] }] })),
      ).toContain('A ship');
    const card = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'A ship', weight: value }] };
    expect(await read(JSON_TYPE, JSON.stringify(card))).toBe('A ship');
  },
);

test('BT10 any JSON becomes a text that a message can have, or is refused', async () => {
  const keys =
    'text blocks attachments embeds title message type elements fields rows style value url unicode indent offset timestamp accessory content child_blocks ' +
    '@type type sections facts potentialAction targets body items columns inlines event event_type data incident page name push_data tag repository repo_name';
  const words =
    'rich_text rich_text_list section card table date emoji ordered MessageCard AdaptiveCard TextBlock Container FactSet *a* <!date^9e99> <#|> \ud83d >>> :fire: ``` \0 1f389-zz https://a.example/](';
  const key = fc.constantFrom(...keys.split(' '));
  const word = fc.constantFrom(...words.split(' '));
  const { json } = fc.letrec<{ json: unknown }>(tie => ({
    json: fc.oneof(
      { maxDepth: 6 },
      fc.oneof(word, fc.double(), fc.constant(null)),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 6 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(json, async payload => {
      const text = await read(JSON_TYPE, JSON.stringify(payload)).catch((error: unknown) => error);
      expect(text instanceof CommandError || v.is(plainText(10_000), text)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
