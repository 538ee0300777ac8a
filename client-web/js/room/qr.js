// @ts-check
// A link as a QR code, drawn as one path; the coder is fetched only when somebody wants one.

import { svg } from '../elements.js';

/** Light squares around the code, which readers need. */
const QUIET = 4;

/**
 * @param {string} link
 * @param {string} words what it is, for who cannot see it
 * @returns {Promise<SVGElement>}
 */
export async function qrCode(link, words) {
  const { qrcode } = await import('../../vendor/qrcode.js');
  const code = qrcode(0, 'M');
  code.addData(link);
  code.make();
  const size = code.getModuleCount();
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      if (code.isDark(row, col)) path += `M${col + QUIET} ${row + QUIET}h1v1h-1z`;
    }
  }
  const all = size + 2 * QUIET;
  return svg('svg', { class: 'qr', viewBox: `0 0 ${all} ${all}`, role: 'img', 'aria-label': words, 'shape-rendering': 'crispEdges' },
    svg('rect', { width: all, height: all, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
}
