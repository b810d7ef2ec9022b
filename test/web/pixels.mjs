// Tests the picture: pixels change where a body moves and stay equal elsewhere. Tolerances are wide, because drivers differ.
import { drawn, launch, ready } from './browser.mjs';
import { check, finish, workshop } from './checks.mjs';

const SCENE = {
  gyre: 1, title: 'One moves, one rests', dt: 0.02, duration: 1, fps: 50,
  bodies: [
    { name: 'mover', mass: 1, shape: { type: 'sphere', radius: 0.4 }, position: [-2, 0, 0], velocity: [0.8, 1, 0], color: '#ff0000' },
    { name: 'rester', mass: 1, shape: { type: 'box', size: [0.8, 0.8, 0.8] }, position: [2, 0, 0], color: '#0000ff' },
  ],
};
const shop = workshop();
shop.run(SCENE, 'run.html');
const browser = await launch({ reducedMotion: 'reduce' });
const page = await browser.open(shop.at('run.html'), { width: 420, height: 420 });
await ready(page);
for (const name of ['trails', 'L', 'w', 'shadows']) await page.locator(`#show-${name}`).click();
await page.evaluate(() => window.gyreReplay.select(1)); // the ring is around the body at rest

// Number and mean position of red and of blue pixels of the view in frame k.
async function picture(k) {
  await page.evaluate((at) => window.gyreReplay.seekFrame(at), k);
  await drawn(page);
  const png = await page.locator('#stage').screenshot();
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), pen = canvas.getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let red = [0, 0, 0], blue = [0, 0, 0];
    for (let y = 0; y < bitmap.height; y++)
      for (let x = 0; x < bitmap.width; x++) {
        const [r, g, b] = data.slice(4 * (y * bitmap.width + x), 4 * (y * bitmap.width + x) + 3);
        if (r > 90 && r > 2 * g && r > 2 * b) red = [red[0] + 1, red[1] + x, red[2] + y];
        if (b > 80 && b > 1.7 * r && b > 1.7 * g) blue = [blue[0] + 1, blue[1] + x, blue[2] + y];
      }
    return { red: { count: red[0], x: red[1] / red[0], y: red[2] / red[0] }, blue: { count: blue[0], x: blue[1] / blue[0], y: blue[2] / blue[0] }, width: bitmap.width };
  }, png.toString('base64'));
}

const first = await picture(0), last = await picture(50), again = await picture(0);
check(first.red.count > 100 && first.blue.count > 100, 'both bodies are visible', first);
check(Math.hypot(last.red.x - first.red.x, last.red.y - first.red.y) > 0.06 * first.width, 'the moving body has another position', first.red, last.red);
check(Math.hypot(last.blue.x - first.blue.x, last.blue.y - first.blue.y) < 1 && Math.abs(last.blue.count - first.blue.count) < 0.05 * first.blue.count, 'the body at rest has the same position', first.blue, last.blue);
check(Math.hypot(again.red.x - first.red.x, again.red.y - first.red.y) < 0.5 && again.red.count === first.red.count, 'returning to a frame shows the same picture', first.red, again.red);

// a click on a body selects it
const stage = await page.locator('#stage').boundingBox();
await page.mouse.click(stage.x + first.red.x, stage.y + first.red.y);
check((await page.inputValue('#body')) === '0', 'a click selects the body below the pointer');

// following keeps the body in the middle
await page.click('#follow');
await drawn(page);
const followed = await picture(40);
check(Math.abs(followed.red.x - followed.width / 2) < 0.1 * followed.width, 'the followed body is in the middle', followed.red);
check(page.trouble.length === 0, 'the page has no errors', page.trouble);
await browser.close();
shop.close();
finish();
