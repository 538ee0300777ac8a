// The page's types are made from the protocol's schema: `node types.mjs --write` makes them anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const SCHEMA = new URL('../../protocol/schema-1.json', import.meta.url);
export const TYPES = new URL('../../client-web/types/protocol.d.ts', import.meta.url);

/** What the file of types must be. */
export async function types() {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  return compile(schema, 'Protocol', {
    bannerComment: '// Made from protocol/schema-1.json by tests/browser/types.mjs. Do not edit.',
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { printWidth: 120 },
  });
}

if (process.argv.includes('--write')) writeFileSync(TYPES, await types());
