import { describe, expect, test } from 'vitest';
import { inlineEntry } from './inline-entry.ts';

const RUNTIME = { fileName: 'assets/runtime-A.js', code: 'var d=x=>x*2;export{d as t};', imports: [] };
const ENTRY = {
  fileName: 'assets/core-B.js',
  code: 'import{t as e}from"./runtime-A.js";var n=e(21),load=()=>import(`./late-C.js`);export{n as $t,load};\n',
  imports: [RUNTIME.fileName],
};

async function run(code: string): Promise<Record<string, unknown>> {
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return (await import(address)) as Record<string, unknown>;
}

describe('the entry that stands in the page', () => {
  test('runs without a request, and other chunks get its exports at its address', async () => {
    const { script, module } = inlineEntry(ENTRY, [ENTRY, RUNTIME]);
    await run(script);
    const { $t, load } = await run(module);
    Reflect.deleteProperty(globalThis, 'holdfastEntry');
    expect($t).toBe(42);
    expect(load).toBeTypeOf('function');
  });

  test('hands out every name once, and those too that nothing may be called inside', async () => {
    const code = 'var a=1,b=2,c=3;export{a as $t,b as if,c as default};';
    const { script, module } = inlineEntry({ ...ENTRY, code, imports: [] }, []);
    await run(script);
    const exported = await run(module);
    Reflect.deleteProperty(globalThis, 'holdfastEntry');
    expect({ ...exported }).toEqual({ $t: 1, if: 2, default: 3 });
    expect(module.match(/\$t/g)).toHaveLength(1);
  });

  test('asks for later chunks by their full path, since the page is in another folder', () => {
    const { script } = inlineEntry(ENTRY, [ENTRY, RUNTIME]);
    expect(script).toContain('import(`/assets/late-C.js`)');
  });

  test.each([
    ['exports that stand elsewhere', { code: 'export{a};var a=1;' }],
    ['an import that is not found', { code: 'var a=1;export{a};' }],
    ['the end of a script', { code: 'var a="</script>";export{a};', imports: [] }],
    ['the beginning of a comment of HTML', { code: 'var a="<!--";export{a};', imports: [] }],
    ['a placeholder of Vite', { code: 'var a=__VITE_PRELOAD__;export{a};', imports: [] }],
  ])('is refused with %s: the build fails', (_, change) => {
    expect(() => inlineEntry({ ...ENTRY, ...change }, [ENTRY, RUNTIME])).toThrow(/^inline entry/);
  });

  test('is refused where what it imports has imports of its own', () => {
    const runtime = { ...RUNTIME, imports: ['assets/other.js'] };
    expect(() => inlineEntry(ENTRY, [ENTRY, runtime])).toThrow(/imports of its own/);
  });
});
