"""Checks a signed final board with openssl: python3 verify_board.py board.json jwks.json"""
import base64, json, subprocess, sys, tempfile
def unbase64(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
signed, keys = (json.load(open(path)) for path in sys.argv[1:3])
kid = json.loads(unbase64(signed["protected"]))["kid"]
x = next(key["x"] for key in keys["keys"] if key["kid"] == kid)
with tempfile.NamedTemporaryFile() as key, tempfile.NamedTemporaryFile() as signature, tempfile.NamedTemporaryFile() as text:
    for file, content in ((key, bytes.fromhex("302a300506032b6570032100") + unbase64(x)), (signature, unbase64(signed["signature"])), (text, f"{signed['protected']}.{signed['payload']}".encode())):
        file.write(content), file.flush()
    subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key.name, "-rawin", "-in", text.name, "-sigfile", signature.name], check=True, stdout=subprocess.DEVNULL)
print(json.dumps(json.loads(unbase64(signed["payload"])), indent=2))
