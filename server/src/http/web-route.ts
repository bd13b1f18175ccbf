import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CommandError } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StartError } from '../base/start-error.ts';
import { toErrorBody } from '../commands/error-body.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { PublishedAssets } from './assets/published-assets.ts';
import { POPUP_OPENER_POLICY } from './headers.ts';
import { type PageRouteOptions, pageRoute } from './page-route.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** Routes of the app without a server route: see web/src/app/app.tsx. */
const PAGE_PATHS =
  /^\/(?:share|conversations|mentions|saved|search|recover|claim|confirm-email|verify|admin(?:\/[a-z-]{1,20})?)(?:\?|$)/;

/** A file with a content hash in its name: no path, and no name with a leading dot. */
const HASHED_ASSET = /^\/assets\/(\w[\w.-]{0,99}-[\w-]{8}\.[a-z0-9]{1,8})(?:\?|$)/;

export interface WebRouteOptions extends PageRouteOptions {
  /** The assets of all nodes, if there may be nodes of other builds. */
  publishedAssets?: Pick<PublishedAssets, 'folder' | 'find'> | undefined;
}

/** Serves the built web app. Every URL that is not a file gets the app's page. */
export async function webRoute(app: FastifyInstance, options: WebRouteOptions): Promise<void> {
  const { webFolder: folder, publishedAssets: published } = options;
  if (!existsSync(join(folder, 'index.html'))) {
    throw new StartError('The web app is not built yet: start Snug by `npm start`.');
  }
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route looks for every path in the file system.
    serve: false,
    cacheControl: false,
    index: false,
    // Such as the build's manifest.
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders: (reply, path) => {
      // File names under assets contain a content hash. Other files may change with the next build.
      const isHashed = [join(folder, 'assets'), published?.folder].some(
        assets => assets !== undefined && path.startsWith(assets + sep),
      );
      if (path.startsWith(join(folder, 'linking.html')))
        reply.header('cross-origin-opener-policy', POPUP_OPENER_POLICY);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = pageRoute(app, options);
  const files = listFiles(folder);
  app.get<{ Params: { '*': string } }>('/*', PUBLIC_ROUTE, (request, reply) => {
    const path = request.params['*'];
    return files.has(path) ? reply.sendFile(path) : reply.callNotFound();
  });
  app.setNotFoundHandler(async (request, reply) => {
    const asset = await findAssetOfOtherBuild(request, options);
    if (asset) return reply.code(200).sendFile(asset.name, asset.folder);
    const isPage = request.method === 'GET' && !/^\/(?:api|assets)\//.test(request.url);
    // The page shows that a route does not exist; programs see the status.
    if (isPage) return sendPage(request, reply.code(PAGE_PATHS.test(request.url) ? 200 : 404));
    return reply.code(404).send(toErrorBody(new CommandError('not_found'), request.id));
  });
}

/** Paths with slashes, without those that begin with a dot, such as the build's stamp. */
function listFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && !entry.name.startsWith('.'));
  return new Set(
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  );
}

async function findAssetOfOtherBuild(
  { method, url, ip }: FastifyRequest,
  { publishedAssets, limits }: WebRouteOptions,
): Promise<{ name: string; folder: string } | undefined> {
  const name = HASHED_ASSET.exec(url)?.[1];
  if (publishedAssets === undefined || name === undefined || !['GET', 'HEAD'].includes(method))
    return undefined;
  limits.take('downloads', networkAddress(ip));
  const folder = await publishedAssets.find(name);
  return folder === undefined ? undefined : { name, folder };
}
