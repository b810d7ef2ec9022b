// Every file named on the command line is valid glTF for the Khronos validator: no errors, no warnings.
const fs = require('fs');
const path = require('path');
const validator = require(path.join(process.env.SOURCE, 'node_modules', 'gltf-validator'));

(async () => {
    let failed = process.argv.length === 2;
    for (const file of process.argv.slice(2)) {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 20 });
        const { numErrors, numWarnings, messages } = report.issues;
        const info = report.info;
        console.log(`${path.basename(file)}: ${numErrors} errors, ${numWarnings} warnings; ` +
            `${info.drawCallCount} drawn, ${info.totalTriangleCount} triangles, ${info.animationCount} animations`);
        for (const m of messages.filter(m => m.severity < 2)) console.log(`  ${m.code} ${m.pointer}: ${m.message}`);
        failed = failed || numErrors + numWarnings > 0;
    }
    process.exit(failed ? 1 : 0);
})().catch(error => { console.error(error); process.exit(1); });
