// @ts-check
// Elements made without innerHTML: text stays text, so that no name can become markup.

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * An element. `on` holds listeners, `class` the class names; a property that is false, null or undefined is left out,
 * true becomes an empty attribute. Everything else is an attribute as it stands.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  furnish(element, props);
  fill(element, ...children);
  return element;
}

/**
 * The same for drawings.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  furnish(element, props);
  fill(element, ...children);
  return element;
}

/**
 * Puts children in, after those that are there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  for (const child of children.flat()) {
    if (child === false || child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Puts these children in the place of those that are there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  element.textContent = '';
  fill(element, ...children);
}

/**
 * Writes a text only where it is another one, so that nothing is announced or drawn for nothing.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function furnish(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === 'on') {
      for (const [name, listener] of Object.entries(value)) element.addEventListener(name, listener);
    } else if (key === 'value' && element instanceof HTMLInputElement) {
      element.value = value;
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
}
