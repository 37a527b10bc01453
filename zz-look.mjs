// node look.mjs base outdir user pass path... (name=path)
import { chromium } from 'playwright-core';
const [base, out, user, pass, ...paths] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
for (const [tag, w, h, scheme] of [['l', 1280, 800, 'light'], ['d', 1280, 800, 'dark'], ['s', 360, 740, 'light']]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
  const page = await ctx.newPage();
  await page.goto(base + '/login'); await page.fill('[name=username]', user); await page.fill('[name=password]', pass);
  await page.click('main button[type=submit]'); await page.waitForLoadState();
  for (const p of paths) { const [name, path] = p.split(/=(.*)/); await page.goto(base + path); await page.waitForTimeout(300); await page.screenshot({ path: `${out}/${name}-${tag}.png`, fullPage: tag !== 'x' });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (over > 0) console.log(name, tag, 'overflows by', over); }
  await ctx.close();
}
await browser.close();
