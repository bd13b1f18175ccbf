import { startCaddy } from './caddy.ts';
import { testFilesThroughProxy } from './file-proxy-tests.ts';
import { testProxy } from './proxy-tests.ts';

testProxy('Caddy', startCaddy);
testFilesThroughProxy('Caddy', startCaddy);
