import { startCaddy } from './caddy.ts';
import { testFilesBehind } from './file-proxy-tests.ts';
import { testBehind } from './proxy-tests.ts';

testBehind('Caddy', startCaddy);
testFilesBehind('Caddy', startCaddy);
