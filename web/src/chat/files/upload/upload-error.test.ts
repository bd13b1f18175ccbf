import { expect, test } from 'vitest';
import { toUploadError } from './upload-error.ts';

const NGINX = '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n</html>\r\n';

const parseResponse = (status: number, responseText: string) => toUploadError({ status, responseText });

test.each([NGINX, '', 'null', '{"error":"too large"}', '{"error":{"code":"constructor"}}'])(
  'names the proxy if it rejects the file with %j',
  responseText => {
    expect(parseResponse(413, responseText)).toMatchObject({
      code: 'too_large',
      message: 'The server in front of Snug limits uploads. Ask its admin to allow larger files.',
    });
  },
);

test('keeps the error text of Snug', () => {
  const error = { code: 'too_large', message: "That's too large", retry: false };
  expect(parseResponse(413, JSON.stringify({ error }))).toMatchObject({
    code: 'too_large',
    message: "That's too large",
    isRetryable: false,
  });
});

test.each([true, false])('E3 a code of a later version is retried if the server says so (%j)', retry => {
  const error = { code: 'quarantined', message: 'A scanner has it', retry };
  expect(parseResponse(423, JSON.stringify({ error }))).toMatchObject({
    message: 'A scanner has it',
    isRetryable: retry,
  });
});

test('any other response of a proxy is a retryable error', () => {
  expect(parseResponse(502, '<html>502 Bad Gateway</html>')).toMatchObject({
    code: 'unavailable',
    isRetryable: true,
  });
});
