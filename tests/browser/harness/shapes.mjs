// What a seat's seed looks like without colours: its picture as light and dark, compared place by place.

const SIDE = 48;

/**
 * The seeds of the seats' list, as `type` of eyes sees them, each a list of brightnesses.
 * @param {import('playwright-core').Page} page
 * @param {string} type Of the browser's emulated vision deficiencies.
 */
export async function shapes(page, type) {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setEmulatedVisionDeficiency', { type });
  const masks = {};
  for (const side of ['S', 'E', 'N', 'W']) {
    const seed = page.locator(`.seat-${side} .seat-seed`).first();
    const picture = (await seed.screenshot()).toString('base64');
    masks[side] = await page.evaluate(async ([picture, side]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = side;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0, side, side);
      const { data } = context.getImageData(0, 0, side, side);
      return Array.from({ length: side * side }, (_, at) => 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2]);
    }, [picture, SIDE]);
  }
  await client.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
  return masks;
}

/** How much of their place differs between any two: what is light in the one and dark in the other. */
export function apart(masks) {
  const light = Object.fromEntries(Object.entries(masks).map(([side, values]) => {
    // The ground is the corner's brightness.
    const ground = values[0];
    return [side, values.map((value) => Math.abs(value - ground) > 40)];
  }));
  const sides = Object.keys(light);
  return sides.flatMap((one, at) => sides.slice(at + 1).map((other) => {
    const differ = light[one].filter((value, place) => value !== light[other][place]).length;
    return [one, other, differ / light[one].length];
  }));
}
