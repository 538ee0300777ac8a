// @ts-check
// The rules of a table in plain words, from the rule set of the view. It explains; the server judges.

import { listed, t } from '../words.js';

/**
 * The rules, a sentence each.
 * @param {Record<string, any>} rules
 * @returns {string[]}
 */
export function rulesInWords(rules) {
  const size = Number(rules.board);
  const gate = 4 * (size - 1);
  const grace = listed((rules.grace ?? []).map(String));
  const graceOr = listed((rules.grace ?? []).map(String), 'or');
  const lines = [
    t('rules.board', { size, n: rules.pawns, centre: size * size }),
    t('rules.shells', { n: rules.shells, none: rules.none_up }),
  ];
  if (rules.mouth_up_256 !== 128) lines.push(t('rules.bent', { n: rules.mouth_up_256 }));
  if (grace !== '') {
    if (rules.throws === 'collect') lines.push(t('rules.collect', { grace: graceOr }));
    else lines.push(t(rules.hit_grace_adds ? 'rules.grace.adds' : 'rules.grace', { grace }));
  }
  const needs = rules.entry?.needs;
  lines.push(needs ? t('rules.entry', { needs: listed(needs.map(String), 'or') }) : t('rules.start'));
  if (rules.gate === 'open') lines.push(t('rules.gate.open', { gate }));
  else lines.push(t('rules.gate.hit', { gate }));
  if (rules.gate !== 'open' && rules.hit_right !== 'permanent') lines.push(t('rules.right.lost'));
  lines.push(t(`rules.victims.${rules.victims}`));
  lines.push(t(`rules.safe.${rules.safe}`));
  if (rules.outer_stack !== 'allowed') lines.push(t('rules.stack'));
  lines.push(t('rules.exact'));
  if (rules.grace_without_move === 'keep') lines.push(t('rules.keep', { grace: graceOr }));
  if (rules.centre_grace) lines.push(t('rules.centre'));
  if (rules.triple_grace_burns) lines.push(t('rules.burns'));
  lines.push(t(rules.end === 'first_finisher' ? 'rules.end.first' : 'rules.end.last'));
  lines.push(t(rules.dead_end === 'open_gate' ? 'rules.dead.open' : 'rules.dead.share'));
  return lines;
}
