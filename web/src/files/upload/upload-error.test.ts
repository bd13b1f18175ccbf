import { expect, test } from 'vitest';
import { toUploadError } from './upload-error.ts';

const NGINX = '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n</html>\r\n';

const answer = (status: number, responseText: string) => toUploadError({ status, responseText });

test.each([NGINX, '', 'null', '{"error":"too large"}', '{"error":{"code":"constructor"}}'])(
  'a proxy that takes no such file (%j) is named as the one that refuses',
  responseText => {
    expect(answer(413, responseText)).toMatchObject({
      code: 'too_large',
      message: 'The server in front of Snug limits uploads. Ask its admin to allow 5 MB.',
    });
  },
);

test('Snug refuses in its own words', () => {
  const error = { code: 'too_large', message: "That's too large" };
  expect(answer(413, JSON.stringify({ error }))).toMatchObject(error);
});

test('whatever else comes from a proxy may pass later', () => {
  expect(answer(502, '<html>502 Bad Gateway</html>')).toMatchObject({
    code: 'unavailable',
    isRetryable: true,
  });
});
