import ArgumentParser
import Crypto

print("hi")
