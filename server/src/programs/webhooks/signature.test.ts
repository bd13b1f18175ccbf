import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { signDelivery, WebhookSecrets } from './signature.ts';

test('OW3 a signature is that of the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  expect(signDelivery(secret, id, 1_614_265_330_999, '{"test": 2432232314}')).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('OW3 the secret of a webhook depends on the server and on its id, and has 256 bits', () => {
  const [one, other] = [newId(), newId()];
  const secrets = new WebhookSecrets('x'.repeat(32));
  const all = [secrets.get(one), secrets.get(other), new WebhookSecrets('y'.repeat(32)).get(one)];
  expect(new Set(all).size).toBe(3);
  expect(secrets.get(one)).toBe(all[0]);
  for (const secret of all) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
});
